// Splits lines of C++ into runs.
#include "app/view/code_text.h"

#include "sim/base/text.h"

#include <algorithm>
#include <cctype>

namespace warpscope::view {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

bool is_keyword(std::string_view word) {
  if (word.size() > 4 && word.starts_with("__") && word.ends_with("__")) return true;
  const std::vector<std::string_view>& words = code_keywords();
  return std::binary_search(words.begin(), words.end(), word);
}

/// Returns the end of a number such as 0x1f, 1'000, 1.5e-3f or .5; `at` is its first byte.
std::size_t number_end(std::string_view line, std::size_t at) {
  const bool hex = line.size() > at + 1 && line[at] == '0' && (line[at + 1] == 'x' || line[at + 1] == 'X');
  std::size_t end = at + 1;
  while (end < line.size()) {
    const char c = line[end], before = line[end - 1];
    const bool exponent = (c == '+' || c == '-') &&
                          (hex ? before == 'p' || before == 'P' : before == 'e' || before == 'E');
    const bool group = c == '\'' && end + 1 < line.size() &&
                       std::isalnum(static_cast<unsigned char>(line[end + 1])) != 0;
    if (!is_word(c) && c != '.' && !exponent && !group) break;
    ++end;
  }
  return end;
}

std::size_t quoted_end(std::string_view line, std::size_t at) {
  const char quote = line[at];
  std::size_t end = at + 1;
  while (end < line.size() && line[end] != quote) end += line[end] == '\\' ? 2 : 1;
  return std::min(end + 1, line.size());
}

} // namespace

const std::vector<std::string_view>& code_keywords() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> list = {
        "alignas",  "auto",     "bool",     "break",   "case",      "char",    "const",    "constexpr",
        "continue", "default",  "delete",   "dim3",    "do",        "double",  "double2",  "else",
        "enum",     "explicit", "extern",   "false",   "float",     "float2",  "float3",   "float4",
        "for",      "goto",     "half",     "half2",   "if",        "inline",  "int",      "int2",
        "int3",     "int4",     "int8_t",   "int16_t", "int32_t",   "int64_t", "long",     "namespace",
        "new",      "nullptr",  "operator", "private", "protected", "public",  "return",   "short",
        "signed",   "size_t",   "sizeof",   "static",  "struct",    "switch",  "template", "this",
        "true",     "typedef",  "typename", "uint2",   "uint4",     "uint8_t", "uint16_t", "uint32_t",
        "uint64_t", "unsigned", "union",    "using",   "virtual",   "void",    "volatile", "while"};
    std::sort(list.begin(), list.end());
    return list;
  }();
  return words;
}

std::vector<CodeRun> code_runs(std::string_view line) {
  std::vector<CodeRun> runs;
  std::size_t at = 0;
  const auto add = [&](std::size_t end, CodeKind kind) {
    runs.push_back({at, end, kind});
    at = end;
  };
  while (at < line.size()) {
    const char c = line[at];
    std::size_t end = at + 1;
    if (is_blank(c)) {
      while (end < line.size() && is_blank(line[end])) ++end;
      add(end, CodeKind::Blank);
    } else if (line.substr(at, 2) == "//") {
      add(line.size(), CodeKind::Comment);
    } else if (line.substr(at, 2) == "/*") {
      const std::size_t close = line.find("*/", at + 2);
      add(close == std::string_view::npos ? line.size() : close + 2, CodeKind::Comment);
    } else if (c == '"' || c == '\'') {
      add(quoted_end(line, at), CodeKind::Text);
    } else if (is_digit(c) || (c == '.' && at + 1 < line.size() && is_digit(line[at + 1]))) {
      add(number_end(line, at), CodeKind::Number);
    } else if (is_word(c)) {
      while (end < line.size() && is_word(line[end])) ++end;
      add(end, is_keyword(line.substr(at, end - at)) ? CodeKind::Keyword : CodeKind::Name);
    } else if (c == '#' && (runs.empty() || (runs.size() == 1 && runs[0].kind == CodeKind::Blank))) {
      while (end < line.size() && is_blank(line[end])) ++end;
      while (end < line.size() && is_word(line[end])) ++end;
      add(end, CodeKind::Keyword);
    } else {
      while (end < line.size() && !is_word(line[end]) && !is_blank(line[end]) && line[end] != '"' &&
             line[end] != '\'' && line[end] != '.' && line.substr(end, 2) != "//" &&
             line.substr(end, 2) != "/*")
        ++end;
      add(end, CodeKind::Mark);
    }
  }
  return runs;
}

Color code_color(CodeKind kind, const Theme& theme) {
  switch (kind) {
  case CodeKind::Keyword: return theme.keyword;
  case CodeKind::Number:
  case CodeKind::Text: return theme.number;
  case CodeKind::Comment: return theme.t3;
  case CodeKind::Mark: return theme.t2;
  default: return theme.t1;
  }
}

} // namespace warpscope::view
