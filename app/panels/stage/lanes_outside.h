// In place of a picture: which lanes of the access that ended the run left their array, and for which
// element.
#pragma once

#include "app/panels/window/paint.h"
#include "app/results/lanes_outside.h"

namespace warpscope::panels {

/// Draws the lanes, the array and a line from each lane to the element it wanted, within `box`.
void draw_lanes_outside(const Paint& paint, view::Box box, const results::LanesOutside& found);

} // namespace warpscope::panels
