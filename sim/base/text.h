// Tests of ASCII characters and words that every room needs. Nothing here depends on the locale.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace warpscope {

/// White space as in C.
inline constexpr std::string_view blanks = " \t\r\n\f\v";

[[nodiscard]] constexpr bool is_blank(char c) { return blanks.find(c) != std::string_view::npos; }
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
/// A letter or an underscore: what a C name may begin with.
[[nodiscard]] constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// A C name: letters, digits and underscores, not beginning with a digit. Of any length.
[[nodiscard]] constexpr bool is_identifier(std::string_view text) {
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

/// Returns `text` without the characters of `ends` at both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text, std::string_view ends = blanks) {
  const std::size_t begin = text.find_first_not_of(ends);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(ends) - begin + 1);
}

} // namespace warpscope
