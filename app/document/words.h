// Sentences about the document, made of values.
#pragma once

#include "app/document/document.h"

#include <string>
#include <string_view>

namespace warpscope::document {

/// "Saved …"; and, where it is so, that a barrier which is cut still stands in the file.
[[nodiscard]] std::string saved_words(const Document& document, const std::string& path);

/// For an index with fewer brackets than its array is declared with, "tile[threadIdx.x]" of tile[32][32]:
/// says that it is a row. Empty: it is none.
[[nodiscard]] std::string row_words(std::string_view expression, std::string_view declaration);

/// Returns what the simulator says of a text without the options of the command line that would help there:
/// the window has fields. "…, say which one to run with --kernel: a, b" ends "say which one to run: a, b".
[[nodiscard]] std::string without_options(std::string message);

} // namespace warpscope::document
