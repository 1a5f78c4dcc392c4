// A's expression over the field, while something is pinned: expression against expression, one line each.
#pragma once

#include "app/panels/window/panel.h"

namespace warpscope::panels {

/// Draws the line in expression mode while an expression is pinned; returns the height it took, 0 otherwise.
float pinned_expression(PanelContext& c, const Paint& paint, float x, float y, float width);

} // namespace warpscope::panels
