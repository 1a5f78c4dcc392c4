// Sentences about the document, made of values.
#pragma once

#include "app/document/document.h"

#include <string>

namespace warpscope::document {

/// "Saved …"; and, where it is so, that a barrier which is cut still stands in the file.
[[nodiscard]] std::string saved_words(const Document& document, const std::string& path);

} // namespace warpscope::document
