#pragma once

#include <compare>
#include <cstdint>

namespace warpscope {

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  /// May exceed 32 bits, never 64 for legal launches.
  [[nodiscard]] std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  auto operator<=>(const Dim3&) const = default;
};

} // namespace warpscope
