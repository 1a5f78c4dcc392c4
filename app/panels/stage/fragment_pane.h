// The scene Fragment on the stage: what the pointer, its menu and its keys choose in it.
#pragma once

#include "app/panels/stage/pane.h"
#include "app/panels/window/panel.h"

namespace warpscope::panels {

/// The pointer over the picture that came of `request`: a click keeps a lane, goes to a wavefront, opens the
/// menu of shapes and types.
void fragment_pointer(PanelContext& c, const view::SceneRequest& request, const StagePane::Pointer& pointer);
/// The menu, if it is open.
void draw_fragment_menu(PanelContext& c, const Paint& paint, const view::SceneRequest& request);

/// Keys. fragment_step(): to a wavefront of a load that is not the text's; false: time has it.
bool fragment_step(PanelContext& c, bool forward);
void fragment_lane(PanelContext& c, bool forward);

} // namespace warpscope::panels
