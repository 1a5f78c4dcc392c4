// Sentences about the document.
#include "app/document/words.h"

#include "app/language/language.h"

namespace warpscope::document {

std::string saved_words(const Document& document, const std::string& path) {
  const bool cut = document.mode == SourceMode::Kernel && !document.cuts.empty();
  return language::trf(cut ? "cut.saved" : "path.saved", language::arg("path", path));
}

} // namespace warpscope::document
