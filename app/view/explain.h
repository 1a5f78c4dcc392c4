// Puts the definitions of a picture's numbers under the pointer.
#pragma once

#include "app/view/picture.h"

namespace warpscope::view {

/// Each text with a digit that no hit with a tooltip covers gets its definition. The new hits lie below those
/// that are there already, so that what a scene says itself comes first.
void explain_numbers(Picture& picture);

} // namespace warpscope::view
