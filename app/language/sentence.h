// A clause made a sentence.
#pragma once

#include <string>

namespace warpscope::language {

/// Returns the text with a capital letter first: for a clause that stands alone. ASCII only; a first
/// character that is no small letter stays.
[[nodiscard]] std::string as_sentence(std::string text);

} // namespace warpscope::language
