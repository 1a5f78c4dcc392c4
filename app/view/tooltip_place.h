// Where a tooltip covers least of what it explains, and of the rest of the picture.
#pragma once

#include "app/view/picture.h"

#include <optional>

namespace warpscope::view {

/// Returns the upper left corner, in the picture's coordinates, for a tooltip of this size that explains the
/// hit: beside it and off the strands that begin or end at it, within `area` (the window, in the picture's
/// coordinates; what lies outside the picture is covered only for want of room). nullopt: there is no place
/// beside the hit.
[[nodiscard]] std::optional<Point> tooltip_place(const Picture& picture, const Hit& hit, float w, float h,
                                                 Box area);

} // namespace warpscope::view
