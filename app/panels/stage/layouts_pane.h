// The scene Layouts on the stage: its picture, the two fields over it, and what clicks and its key do. It
// needs no run: what is typed in it is all that it shows.
#pragma once

#include "app/panels/stage/pane.h"
#include "app/panels/window/panel.h"

namespace warpscope::panels {

/// Draws it into a box of the current window.
void draw_layouts(PanelContext& c, const Paint& paint, StagePane& pane, view::Box box);

/// The key U: elements or bytes.
void toggle_layout_unit(PanelContext& c);

} // namespace warpscope::panels
