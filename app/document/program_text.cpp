// Reads a CUDA C++ text word by word.
#include "app/document/program_text.h"

#include "sim/source/header.h"
#include "sim/source/scenario.h"
#include "sim/source/text_words.h"

#include <algorithm>

namespace warpscope::document {

bool is_program(std::string_view text) {
  // A header that holds a shared view alone gives no launch.
  Diagnostics ignored;
  if (source::find_header(text).found && source::parse_scenario("", text, ignored).has_header) return false;
  source::TextWords words(text);
  int depth = 0;
  std::string_view before;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "{" && before != "\"C\"") ++depth;
    else if (word == "}") depth = std::max(0, depth - 1);
    else if (word == "(" && before == "main" && depth == 0) return true;
    before = word;
  }
  return false;
}

bool is_program(const Document& document) {
  return document.mode == SourceMode::Kernel && is_program(*document.kernel_text);
}

std::string host_part(std::string_view text) {
  source::TextWords words(text);
  std::string kept;
  bool device = false, host = false; // of the declaration that is read
  int parentheses = 0;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "__global__" || word == "__device__") device = true;
    else if (word == "__host__") host = true;
    else if (word == "(") ++parentheses;
    else if (word == ")") --parentheses;
    else if (word == ";" && parentheses == 0) device = host = false;
    if (word == "{" && parentheses == 0 && device && !host) {
      int depth = 1;
      while (depth > 0 && !(word = words.next()).empty()) depth += word == "{" ? 1 : word == "}" ? -1 : 0;
      kept += "{}";
      device = false;
      continue;
    }
    if (word == "{" || word == "}") device = host = false;
    kept += word;
    kept += ' ';
  }
  return kept;
}

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == 0 && (c == ' ' || c == '\t')) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back(), inside = true;
    if (quote == 0 && (c == '"' || c == '\'')) quote = c;
    else if (c == quote) quote = 0;
    else if (c == '\\' && quote != '\'' && i + 1 < line.size()) words.back() += line[++i];
    else words.back() += c;
  }
  return words;
}

} // namespace warpscope::document
