// The list of hazards: races and barriers that not all threads reach, a row each; a click shows it in the
// text, the timeline and the Block scene.
#pragma once

#include "app/panels/window/paint.h"
#include "app/panels/window/panel.h"

#include <string>

namespace warpscope::panels {

/// A button for each cut barrier that puts it back, from `x` on, no further than `right`. Returns where the
/// last one ends; `x`: nothing is cut.
float restore_buttons(PanelContext& context, const Paint& paint, float x, float right, float y, float height,
                      float em);
void draw_hazards(PanelContext& context, view::Box box);

} // namespace warpscope::panels
