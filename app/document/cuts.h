// Barriers that a person has cut: which lines they are, where they go when the text is edited, how a cut is
// written into the text.
#pragma once

#include "sim/program/program.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::document {

/// Ascending, each once.
[[nodiscard]] std::vector<std::uint32_t> sorted_lines(std::vector<std::uint32_t> lines);

/// Where the lines of `before` are in `after`, by the one change between the two. A line goes with its
/// barrier (the call, where the line has one written out; else its first word); where the change touches
/// that, the line is left out.
[[nodiscard]] std::vector<std::uint32_t> moved_lines(std::string_view before, std::string_view after,
                                                     const std::vector<std::uint32_t>& lines);

/// Lines of the program's barriers of the block. `cut`: lines that were left out of it, whose instructions do
/// nothing now.
[[nodiscard]] std::vector<std::uint32_t> barrier_lines(const program::Program& program,
                                                       const std::vector<std::uint32_t>& cut);

/// The line's calls as comments: `/* __syncthreads() */;`, so that an `if` before one keeps its statement.
/// Nothing when no call stands on the line (a macro, a function's body elsewhere).
[[nodiscard]] std::optional<std::string> without_barrier(std::string_view text, std::uint32_t line);

/// The calls of cut lines as `(void)0` and blanks, so that every line and column stays. `program`: of the
/// text, without them. Nothing when one of its barriers is not written out on its line; `missing` is that
/// line then.
[[nodiscard]] std::optional<std::string> without_barriers_in_place(std::string_view text,
                                                                   const program::Program& program,
                                                                   const std::vector<std::uint32_t>& lines,
                                                                   std::uint32_t& missing);

} // namespace warpscope::document
