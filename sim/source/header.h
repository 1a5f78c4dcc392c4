// Where the header stands in a .cu: the first comment that begins with the word warpscope.
#pragma once

#include "sim/base/span.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::source {

struct HeaderPlace {
  bool found = false;
  bool closed = false;   ///< has its */
  std::size_t begin = 0; ///< of the comment's slash
  std::size_t end = 0;   ///< one past its */, or the end of the text
  std::size_t toml_begin = 0, toml_end = 0;
};

/// Reads comments, strings, characters and raw strings as C++ does, in one pass, and stops at the header. "/*
/// warpscope" counts when the rest of its line is blank, a TOML comment or TOML (has a = or begins with [):
/// prose that begins with the word does not.
[[nodiscard]] HeaderPlace find_header(std::string_view text);

/// Byte offsets to lines and columns (both from 1, columns in bytes). Lines end at '\n'.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);
  [[nodiscard]] Span span(std::size_t begin, std::size_t end) const;
  /// Byte offset of the line (from 1), clamped to the text.
  [[nodiscard]] std::size_t line_begin(std::uint32_t line) const;
  [[nodiscard]] std::uint32_t line_of_offset(std::size_t offset) const;

 private:
  std::vector<std::size_t> starts_;
  std::size_t size_ = 0;
};

} // namespace warpscope::source
