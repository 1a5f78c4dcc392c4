// Accesses of arrays in C++ text: the bracket groups behind a name, and when an index needs parentheses.
// Shared by the edits that pad and swizzle.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::document {

/// Returns whether `c` may stand in a name or a number.
[[nodiscard]] bool is_word(char c);

struct Bracket {
  std::size_t open = 0, close = 0; ///< offsets of '[' and of its ']'
};

/// Returns the adjacent [..][..] groups that begin at `at`, blanks between them allowed; none when a bracket
/// does not close.
[[nodiscard]] std::vector<Bracket> bracket_run(std::string_view text, std::size_t at);

/// Returns what is between the brackets, without blanks at its ends.
[[nodiscard]] std::string_view inside(std::string_view text, Bracket bracket);

/// Returns whether `index` is a name, a member of one or a number: such an operand needs no parentheses.
[[nodiscard]] bool is_atom(std::string_view index);
/// Returns `index` as an operand, in parentheses where it needs them.
[[nodiscard]] std::string atom(std::string_view index);

} // namespace warpscope::document
