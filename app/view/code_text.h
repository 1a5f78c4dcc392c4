// One line of C++ as coloured runs: what the presenter's source lines, the fields and the tables share. The
// editor has a tokenizer of its own; the words that count as keywords are the same.
//
// Not modelled: comments and strings that began on an earlier line.
#pragma once

#include "app/view/theme.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::view {

enum class CodeKind : std::uint8_t { Name, Keyword, Number, Text, Comment, Mark, Blank };

struct CodeRun {
  std::size_t begin = 0, end = 0; ///< bytes of the line
  CodeKind kind = CodeKind::Mark;
  bool operator==(const CodeRun&) const = default;
};

/// Ascending, without gaps or overlaps: together they are the line, whatever bytes it holds.
[[nodiscard]] std::vector<CodeRun> code_runs(std::string_view line);

/// C++'s words and CUDA's: types, qualifiers, control.
[[nodiscard]] const std::vector<std::string_view>& code_keywords();

/// TOKENS: kw, num, the rest t1, operators t2, comments t3.
[[nodiscard]] Color code_color(CodeKind kind, const Theme& theme);

} // namespace warpscope::view
