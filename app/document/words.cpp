// Sentences about the document.
#include "app/document/words.h"

#include "app/language/language.h"

#include <algorithm>
#include <string_view>

namespace warpscope::document {

std::string saved_words(const Document& document, const std::string& path) {
  const bool cut = document.mode == SourceMode::Kernel && !document.cuts.empty();
  return language::trf(cut ? "cut.saved" : "path.saved", language::arg("path", path));
}

namespace {

/// Returns where an option such as --kernel begins; npos: nowhere.
std::size_t option_in(std::string_view text) {
  for (std::size_t at = text.find("--"); at != std::string_view::npos; at = text.find("--", at + 2)) {
    const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
    if (begins && at + 2 < text.size() && text[at + 2] >= 'a' && text[at + 2] <= 'z') return at;
  }
  return std::string_view::npos;
}

} // namespace

std::string without_options(std::string message) {
  for (std::size_t at = option_in(message); at != std::string::npos; at = option_in(message)) {
    if (at > 0 && message[at - 1] == '(') { // "(--pre-volta)"
      const std::size_t end = std::min(message.find(')', at), message.size() - 1);
      const std::size_t begin = at > 1 && message[at - 2] == ' ' ? at - 2 : at - 1;
      message.erase(begin, end + 1 - begin);
      continue;
    }
    const std::size_t clause = std::min(message.find_first_of(";:", at), message.size());
    if (const std::size_t other = message.find(" or ", at); other < clause) { // what a header says instead
      message.erase(at, other + 4 - at);
      continue;
    }
    constexpr std::string_view with = " with ";
    if (clause < message.size() && message[clause] == ':' && at >= with.size() &&
        std::string_view(message).substr(at - with.size(), with.size()) == with) {
      message.erase(at - with.size(), clause - (at - with.size()));
      continue;
    }
    std::size_t begin = 0;
    for (const std::string_view mark : {"; ", ", ", ": "})
      if (const std::size_t found = std::string_view(message).substr(0, at).rfind(mark);
          found != std::string_view::npos)
        begin = std::max(begin, found);
    const std::size_t end = std::min(message.find("; ", at), message.size());
    if (begin == 0 && end == message.size()) return message; // it says nothing else
    message.erase(begin, begin == 0 ? end + 2 : end - begin);
  }
  return message;
}

} // namespace warpscope::document
