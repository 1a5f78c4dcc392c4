// The beginnings of a text's lines, so that a line or a column is found without counting from the start.
#pragma once

#include "sim/base/span.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope {

/// Converts byte offsets to lines and columns and back (both from 1, columns in bytes). Lines end at '\n'.
/// The constructor reads the text once; every look-up takes at most logarithmic time. Refers to the text.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);
  [[nodiscard]] Span span(std::size_t begin, std::size_t end) const;
  /// Returns the byte offset of the line (from 1), clamped to the text.
  [[nodiscard]] std::size_t line_begin(std::uint32_t line) const;
  [[nodiscard]] std::uint32_t line_of_offset(std::size_t offset) const;
  /// Returns the line without its line end, as line_of() of sim/base/diagnostic.h does; empty when there is
  /// no such line.
  [[nodiscard]] std::string_view line(std::uint32_t line) const;

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

} // namespace warpscope
