// Adds tooltips with the definitions of a picture's numbers.
#pragma once

#include "app/view/picture.h"

namespace warpscope::view {

/// Gives each text with a digit its definition, unless a hit with a tooltip covers it. The new hits are below
/// those that are already there, so that a scene's own explanations take precedence.
void explain_numbers(Picture& picture);

} // namespace warpscope::view
