// Splits token sequences: at commas, brackets, semicolons.
#include "sim/source/host_program.h"

namespace warpscope::source {

std::vector<Tokens> split_at_commas(Tokens tokens) {
  std::vector<Tokens> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < tokens.size();) {
    const std::string_view w = tokens[i].text;
    if (w == "(" || w == "[" || w == "{") {
      i = behind_closing(tokens, i);
    } else if (w == ",") {
      parts.push_back(tokens.subspan(begin, i - begin));
      begin = ++i;
    } else {
      const std::size_t behind = w == "<" ? behind_angles(tokens, i) : i;
      i = behind > i ? behind : i + 1;
    }
  }
  if (!tokens.empty()) parts.push_back(tokens.subspan(begin));
  return parts;
}

std::size_t behind_closing(Tokens tokens, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < tokens.size(); ++i) {
    const std::string_view w = tokens[i].text;
    if (w == "(" || w == "[" || w == "{") ++depth;
    else if ((w == ")" || w == "]" || w == "}") && --depth <= 0) return i + 1;
  }
  return tokens.size();
}

std::size_t behind_angles(Tokens tokens, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < tokens.size() && i < at + 64; ++i) {
    const std::string_view w = tokens[i].text;
    if (w == "<") ++depth;
    else if (w == ">") {
      if (--depth == 0) return i + 1;
    } else if (w == "(") {
      i = behind_closing(tokens, i) - 1;
    } else if (w == ";" || w == "{" || w == "}" || w == "&&" || w == "||" || w == ")" || w == "=" ||
               w == "<<<") {
      break;
    }
  }
  return at;
}

std::size_t behind_template_parameters(Tokens tokens, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < tokens.size(); ++i) {
    const std::string_view w = tokens[i].text;
    if (w == "<") ++depth;
    else if (w == ">" && --depth == 0) return i + 1;
    else if (w == "(" || w == "{") i = behind_closing(tokens, i) - 1;
    else if (w == ";" || w == "}" || w == ")") break;
  }
  return at;
}

std::string text_of(Tokens tokens) {
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    text += tokens[i].text;
    if (i + 1 < tokens.size() && !tokens[i].touches_next) text += ' ';
  }
  return text;
}

bool begins_no_declaration(std::string_view w) {
  static const std::set<std::string_view> words = {"return", "delete",   "new",     "throw",   "goto",
                                                   "else",   "case",     "using",   "typedef", "sizeof",
                                                   "break",  "continue", "default", "public",  "private"};
  return words.contains(w);
}

/// Returns the end of the statement that begins at `at`: after its ; or }, skipping brackets.
std::size_t statement_end(Tokens tokens, std::size_t at) {
  while (at < tokens.size()) {
    const std::string_view w = tokens[at].text;
    if (w == ";") return at + 1;
    at = w == "(" || w == "[" || w == "{" ? behind_closing(tokens, at) : at + 1;
  }
  return tokens.size();
}

Tokens inside(Tokens tokens, std::size_t open, std::size_t close) {
  return close > open + 1 ? tokens.subspan(open + 1, close - open - 2) : Tokens{};
}

} // namespace warpscope::source
