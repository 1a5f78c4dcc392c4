// Finds the scenario header in a text, and the lines of offsets.
#include "sim/source/header.h"

#include "sim/base/text.h"

#include <algorithm>

namespace warpscope::source {

namespace {

/// Returns the offset after the string or character constant that begins at `at` (a quote); an unclosed one
/// ends with its line.
std::size_t skip_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != '\n') {
    if (text[at] == '\\') at += 2;
    else if (text[at++] == quote) return at;
  }
  return std::min(at, text.size());
}

/// Returns the offset after R"tag( … )tag" whose quote is at `at`; the position after the quote if it is not
/// a raw string.
std::size_t skip_raw_string(std::string_view text, std::size_t at) {
  constexpr std::size_t longest_tag = 16;
  const std::size_t within = text.substr(at, longest_tag + 2).find('(');
  if (within == std::string_view::npos) return at + 1;
  const std::size_t open = at + within;
  char closing[longest_tag + 2] = {')'};
  std::size_t length = 1;
  for (std::size_t i = at + 1; i < open; ++i) closing[length++] = text[i];
  closing[length++] = '"';
  const std::size_t close = text.find(std::string_view(closing, length), open);
  return close == std::string_view::npos ? text.size() : close + length;
}

/// Returns the offset after the word `warpscope` if the comment whose content begins at `at` is a header,
/// npos otherwise.
std::size_t header_word(std::string_view text, std::size_t at) {
  constexpr std::string_view word = "warpscope";
  while (at < text.size() && is_blank(text[at])) ++at;
  if (!text.substr(at).starts_with(word)) return std::string_view::npos;
  at += word.size();
  const std::size_t line_end = std::min(text.find('\n', at), text.size());
  std::string_view rest = text.substr(at, line_end - at);
  if (const std::size_t close = rest.find("*/"); close != std::string_view::npos)
    rest = rest.substr(0, close);
  std::size_t first = 0;
  while (first < rest.size() && is_blank(rest[first])) ++first;
  if (first == rest.size()) return at;
  if (first == 0) return std::string_view::npos; // "warpscopes"
  if (rest[first] == '#' || rest[first] == '[' || rest.find('=') != std::string_view::npos) return at;
  return std::string_view::npos;
}

} // namespace

HeaderPlace find_header(std::string_view text) {
  HeaderPlace place;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '/' && next == '/') {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '/' && next == '*') {
      const std::size_t close = text.find("*/", at + 2);
      const std::size_t word_end = header_word(text, at + 2);
      if (word_end != std::string_view::npos) {
        place.found = true;
        place.closed = close != std::string_view::npos;
        place.begin = at;
        place.toml_begin = word_end;
        place.toml_end = place.closed ? close : text.size();
        place.end = place.closed ? close + 2 : text.size();
        return place;
      }
      at = close == std::string_view::npos ? text.size() : close + 2;
    } else if (c == '"') {
      at = at > 0 && text[at - 1] == 'R' ? skip_raw_string(text, at) : skip_quoted(text, at);
    } else if (c == '\'') {
      // In 1'000'000 the quote is a digit separator, not a character constant.
      const bool separator = at > 0 && ((text[at - 1] >= '0' && text[at - 1] <= '9') ||
                                        (text[at - 1] >= 'a' && text[at - 1] <= 'f'));
      at = separator ? at + 1 : skip_quoted(text, at);
    } else {
      ++at;
    }
  }
  return place;
}

} // namespace warpscope::source
