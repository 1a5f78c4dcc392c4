// The adjustable numbers of a kernel's scenario: its parameters, its grid and block, its scalar arguments.
#pragma once

#include "app/panels/window/panel.h"

namespace warpscope::panels {

/// In one row from x to `right`; a button opens those that do not fit.
void parameter_controls(PanelContext& context, const Paint& paint, float x, float right, float y,
                        float height);

} // namespace warpscope::panels
