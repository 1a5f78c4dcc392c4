// A's expression above the field, while something is pinned: expression against expression, one line each.
#pragma once

#include "app/panels/window/panel.h"

namespace warpscope::panels {

/// Draws the line in expression mode while an expression is pinned; returns its height, otherwise 0.
float pinned_expression(PanelContext& c, const Paint& paint, float x, float y, float width);

} // namespace warpscope::panels
