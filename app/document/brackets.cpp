// Finds bracket groups in C++ text.
#include "app/document/brackets.h"

#include "sim/base/text.h"

#include <algorithm>
#include <cctype>

namespace warpscope::document {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<Bracket> bracket_run(std::string_view text, std::size_t at) {
  std::vector<Bracket> run;
  while (true) {
    while (at < text.size() && is_blank(text[at])) ++at;
    if (at >= text.size() || text[at] != '[') return run;
    int depth = 0;
    std::size_t end = at;
    for (; end < text.size(); ++end) {
      if (text[end] == '[' || text[end] == '(') ++depth;
      if ((text[end] == ']' || text[end] == ')') && --depth == 0) break;
    }
    if (end >= text.size() || text[end] != ']') return {};
    run.push_back({at, end});
    at = end + 1;
  }
}

std::string_view inside(std::string_view text, Bracket bracket) {
  return trimmed(text.substr(bracket.open + 1, bracket.close - bracket.open - 1));
}

bool is_atom(std::string_view index) {
  return !index.empty() &&
         std::all_of(index.begin(), index.end(), [](char c) { return is_word(c) || c == '.'; });
}

std::string atom(std::string_view index) {
  return is_atom(index) ? std::string(index) : "(" + std::string(index) + ")";
}

} // namespace warpscope::document
