// FNV-1a, 64 bits: to find recordings and compare outputs, not to detect forgery.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warpscope {

[[nodiscard]] constexpr std::uint64_t fnv1a(std::span<const std::uint8_t> bytes,
                                            std::uint64_t hash = 14695981039346656037ull) {
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 1099511628211ull;
  return hash;
}

[[nodiscard]] inline std::string hex16(std::uint64_t value) {
  std::string out(16, '0');
  for (std::size_t i = 0; i < 16; ++i) out[i] = "0123456789abcdef"[(value >> (60 - 4 * i)) & 15];
  return out;
}

[[nodiscard]] inline bool is_hex16(std::string_view text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace warpscope
