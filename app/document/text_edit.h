// Pure operations on two texts: where they differ, and what a compiler's fix-its make of one.
#pragma once

#include "sim/base/diagnostic.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::document {

/// `before` with [begin, begin + removed) replaced by `inserted` bytes of `after` at begin.
struct TextChange {
  std::size_t begin = 0, removed = 0, inserted = 0;
  [[nodiscard]] bool empty() const { return removed == 0 && inserted == 0; }
  bool operator==(const TextChange&) const = default;
};

/// Returns the shortest single replacement that turns `before` into `after`; it never splits a UTF-8
/// character.
[[nodiscard]] TextChange difference(std::string_view before, std::string_view after);

/// Where `line` of `before` (from 1) is in `after`, by the one change between the two. A line that the change
/// touches: its like among the changed lines, else the one at its place there.
[[nodiscard]] std::uint32_t line_after(std::string_view before, std::string_view after, std::uint32_t line);

/// Returns the byte offset of a position (lines and columns from 1, columns in bytes); nullopt when the text
/// has no such position. One past a line's last byte is a position.
[[nodiscard]] std::optional<std::size_t> offset_of(std::string_view text, std::uint32_t line,
                                                   std::uint32_t column);

/// Applies all of them together, as the compiler means them. Nothing when a range is outside the text or two
/// overlap.
[[nodiscard]] std::optional<std::string> apply_fixes(std::string_view text, const std::vector<FixIt>& fixes);

/// Describes the fix-its of one message, for a button: "insert ;", "replace X by x", "remove const". Empty
/// without fix-its.
[[nodiscard]] std::string describe_fixes(std::string_view text, const std::vector<FixIt>& fixes);

/// An edit as a person made it. When a character was typed beside an equal one ("a" before "a"), the texts do
/// not tell where: up to `slack` bytes before change.begin.
struct TypedChange {
  TextChange change;
  std::size_t slack = 0;
  bool new_line = false; ///< it inserts a new line
};
[[nodiscard]] TypedChange typed_change(std::string_view before, std::string_view after);

/// True when typing continues: `now` begins where `last` left off (an insertion after an insertion, or a
/// deletion beside a deletion) and neither begins a new line nor is a paste.
[[nodiscard]] bool continues_typing(const TypedChange& last, const TypedChange& now);

} // namespace warpscope::document
