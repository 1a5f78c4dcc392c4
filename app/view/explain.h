// The last word on numbers: every text of a Picture with a digit that no hit explains yet gets its definition
// under the pointer, by what it says and where it stands.
#pragma once

#include "app/view/scene.h"

#include <string>

namespace warpscope::view {

/// Hits below those that are there already, so that what a scene says itself comes first.
void explain_numbers(Picture& picture, SceneKind scene);

/// Empty: nothing here knows such a text (a test then names it). `top`: it stands at the right of the
/// headline.
[[nodiscard]] std::string definition_of(std::string_view text, SceneKind scene, bool top);

} // namespace warpscope::view
