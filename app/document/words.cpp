// Sentences about the document.
#include "app/document/words.h"

#include "app/document/brackets.h"
#include "app/language/language.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace warpscope::document {

std::string saved_words(const Document& document, const std::string& path) {
  const bool cut = document.mode == SourceMode::Kernel && !document.cuts.empty();
  return language::trf(cut ? "cut.saved" : "path.saved", language::arg("path", path));
}

std::string row_words(std::string_view expression, std::string_view declaration) {
  std::size_t end = 0;
  const auto named = [&](std::string_view text) { // the name before the first bracket
    const std::size_t open = text.find('[');
    if (open == std::string_view::npos) return std::string_view();
    std::size_t begin = open;
    while (begin > 0 && is_word(text[begin - 1])) --begin;
    end = open;
    return text.substr(begin, open - begin);
  };
  const std::string_view array = named(declaration);
  const std::vector<Bracket> sizes = array.empty() ? std::vector<Bracket>() : bracket_run(declaration, end);
  if (named(expression) != array || array.empty()) return {};
  const std::vector<Bracket> indices = bracket_run(expression, end);
  if (indices.empty() || indices.size() >= sizes.size()) return {};
  std::string left;
  for (std::size_t i = indices.size(); i < sizes.size(); ++i)
    left += "[" + std::string(inside(declaration, sizes[i])) + "]";
  return language::trf("error.row",
                       language::arg("index", std::string(expression.substr(0, indices.back().close + 1))),
                       language::arg("array", std::string(array)), language::arg("left", left));
}

namespace {

/// Options whose value says all: "--kernel 'sum<float>'" is "'sum<float>'".
constexpr std::string_view named_by_their_value[] = {"--kernel '", "--set "};

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
    const std::string_view rest = std::string_view(message).substr(at);
    if (std::any_of(std::begin(named_by_their_value), std::end(named_by_their_value),
                    [&](std::string_view name) { return rest.starts_with(name); })) {
      message.erase(at, rest.find(' ') + 1);
      continue;
    }
    const std::size_t open = message.rfind('(', at), close = message.rfind(')', at);
    if (open != std::string::npos && (close == std::string::npos || close < open)) { // "(--pre-volta)"
      const std::size_t end = std::min(message.find(')', at), message.size() - 1);
      const std::size_t or_it = message.rfind(", or ", at); // "(use a smaller grid, or --blocks)"
      if (or_it != std::string::npos && or_it > open) {
        message.erase(or_it, end - or_it);
        continue;
      }
      const std::size_t begin = open > 0 && message[open - 1] == ' ' ? open - 1 : open;
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
    if (begin == 0 && end == message.size()) { // it says nothing else
      message.erase(at, 2);
      continue;
    }
    message.erase(begin, begin == 0 ? end + 2 : end - begin);
  }
  return message;
}

} // namespace warpscope::document
