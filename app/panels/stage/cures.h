// Below the picture of an expression: the buttons that cure its conflict, and on the first start what a lane
// and a bank are.
#pragma once

#include "app/panels/window/panel.h"

namespace warpscope::panels {

/// Draws them at the lower end of the stage; returns the height that they take. 0: there is nothing to cure,
/// or no room.
float draw_cures(PanelContext& context, const Paint& paint, view::Box stage,
                 const view::SceneRequest& request);

} // namespace warpscope::panels
