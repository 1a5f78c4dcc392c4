// Positions in the person's text.
#pragma once

#include <compare>
#include <cstdint>

namespace warpscope {

/// A half-open range of a text. Lines and columns count from 1, columns in bytes; line 0 means "unknown".
struct Span {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t end_line = 0;
  std::uint32_t end_column = 0; ///< one past the last byte

  [[nodiscard]] bool known() const { return line != 0; }
  auto operator<=>(const Span&) const = default;
};

} // namespace warpscope
