// Finds the header of a .cu: the first comment that begins with the word warpscope.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpscope::source {

struct HeaderPlace {
  bool found = false;
  bool closed = false;   ///< the comment ends with */
  std::size_t begin = 0; ///< of the comment's first slash
  std::size_t end = 0;   ///< one past its */, or the end of the text
  std::size_t toml_begin = 0, toml_end = 0;
};

/// Scans comments, strings, characters and raw strings as C++ does, in one pass, and stops at the header. "/*
/// warpscope" counts when the rest of its line is blank, a TOML comment or TOML (has a = or begins with [):
/// prose that begins with the word does not.
[[nodiscard]] HeaderPlace find_header(std::string_view text);

} // namespace warpscope::source
