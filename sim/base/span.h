// Positions in the person's texts.
#pragma once

#include <compare>
#include <cstdint>

namespace warpscope {

/// A half-open range of a text. Lines and columns count from 1, columns in bytes; line 0 means "unknown".
/// `file` is an index into the list of texts that were compiled together; 0 is the text that was opened.
struct Span {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t end_line = 0;
  std::uint32_t end_column = 0; ///< one past the last byte
  std::uint32_t file = 0;

  [[nodiscard]] bool known() const { return line != 0; }
  auto operator<=>(const Span&) const = default;
};
template <class Io> void fields(Io& io, Span& v) {
  io(v.line), io(v.column), io(v.end_line), io(v.end_column), io(v.file);
}

} // namespace warpscope
