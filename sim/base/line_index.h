// Where the lines of a text begin, so that a line or a column is found without counting from the text's
// start.
#pragma once

#include "sim/base/span.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope {

/// Byte offsets to lines and columns and back (both from 1, columns in bytes). Lines end at '\n'. Making one
/// reads the text once; every look-up takes logarithmic time at most. Points into the text.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);
  [[nodiscard]] Span span(std::size_t begin, std::size_t end) const;
  /// Returns the byte offset of the line (from 1), clamped to the text.
  [[nodiscard]] std::size_t line_begin(std::uint32_t line) const;
  [[nodiscard]] std::uint32_t line_of_offset(std::size_t offset) const;
  /// The line without its end of line, as line_of() of sim/base/diagnostic.h gives it; empty when there is no
  /// such line.
  [[nodiscard]] std::string_view line(std::uint32_t line) const;

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

} // namespace warpscope
