// What of a text belongs to a whole program: whether it is one, and which part of it the host runs. By its
// words, not by a compiler: asked with every key press.
#pragma once

#include "app/document/document.h"

#include <string>
#include <string_view>

namespace warpscope::document {

/// True for a text with a main(), but for one whose warpscope header gives a launch of its own.
[[nodiscard]] bool is_program(std::string_view text);
/// The same for a document's kernel text, in kernel mode.
[[nodiscard]] bool is_program(const Document& document);

/// Returns the text without the bodies of kernels and device functions, comments and blanks: while this stays
/// the same, the host's part does too.
[[nodiscard]] std::string host_part(std::string_view text);

/// Returns the words of a shell's line: "a 'b c' \"d\"" are three. Nothing is expanded.
[[nodiscard]] std::vector<std::string> words_of(std::string_view line);

} // namespace warpscope::document
