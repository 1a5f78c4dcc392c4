// Barriers that a person has cut: their lines, how they follow edits of the text, and how a cut is written
// into the text.
#pragma once

#include "sim/program/program.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::document {

/// Sorted ascending, without duplicates.
[[nodiscard]] std::vector<std::uint32_t> sorted_lines(std::vector<std::uint32_t> lines);

/// Returns where the lines of `before` are in `after`, given the single change between the two. A line
/// follows its barrier (the call, if the line contains one; else its first word); a line is dropped where the
/// change touches that.
[[nodiscard]] std::vector<std::uint32_t> moved_lines(std::string_view before, std::string_view after,
                                                     const std::vector<std::uint32_t>& lines);

/// Returns the lines of the program's block barriers. `cut`: lines that were left out of it, whose
/// instructions do nothing now.
[[nodiscard]] std::vector<std::uint32_t> barrier_lines(const program::Program& program,
                                                       const std::vector<std::uint32_t>& cut);

/// Returns the text with the line's calls as comments, `/* __syncthreads() */;`, so that an `if` before one
/// keeps its statement. Nothing when the line contains no call (a macro, a function defined elsewhere).
[[nodiscard]] std::optional<std::string> without_barrier(std::string_view text, std::uint32_t line);

/// Returns the text with the calls of cut lines as `(void)0` and blanks, so that every line and column stays.
/// `program`: compiled from the text, without those barriers. Nothing when a barrier is not written out on
/// its line; `missing` is that line then.
[[nodiscard]] std::optional<std::string> without_barriers_in_place(std::string_view text,
                                                                   const program::Program& program,
                                                                   const std::vector<std::uint32_t>& lines,
                                                                   std::uint32_t& missing);

} // namespace warpscope::document
