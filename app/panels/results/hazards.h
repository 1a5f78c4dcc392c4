// The list of hazards: a row for each race and each divergent barrier; a click shows it in the text, the
// timeline and the Block scene.
#pragma once

#include "app/panels/window/paint.h"
#include "app/panels/window/panel.h"

#include <string>

namespace warpscope::panels {

/// Draws a button for each cut barrier that restores it, from `x` on, at most up to `right`. Returns where
/// the last one ends; `x`: nothing is cut.
float restore_buttons(PanelContext& context, const Paint& paint, float x, float right, float y, float height,
                      float em);
void draw_hazards(PanelContext& context, view::Box box);

} // namespace warpscope::panels
