// Splits a line of C++ into coloured runs, for the presenter's source lines, the fields and the tables. The
// editor has its own tokenizer, with the same keywords.
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
  std::size_t begin = 0, end = 0; ///< in bytes of the line
  CodeKind kind = CodeKind::Mark;
  bool operator==(const CodeRun&) const = default;
};

/// Ascending, without gaps or overlaps: together they cover the line, whatever bytes it contains.
[[nodiscard]] std::vector<CodeRun> code_runs(std::string_view line);

/// The keywords of C++ and CUDA: types, qualifiers, control flow.
[[nodiscard]] const std::vector<std::string_view>& code_keywords();

/// The theme's colours: kw, num; t1 for everything else, t2 for operators, t3 for comments.
[[nodiscard]] Color code_color(CodeKind kind, const Theme& theme);

} // namespace warpscope::view
