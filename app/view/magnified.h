// A part of a Picture drawn larger: its shapes and letters scaled, so that it stays crisp.
#pragma once

#include "app/view/picture.h"

namespace warpscope::view {

/// Returns what lies in `part` of the picture, `factor` times as large, without hits. Shapes that only reach
/// into it are whole: whoever draws the result cuts them off at its edges.
[[nodiscard]] Picture magnified(const Picture& picture, Box part, float factor);

} // namespace warpscope::view
