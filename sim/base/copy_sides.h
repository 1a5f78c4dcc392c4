// What the cost of an asynchronous copy (cp.async) needs to know of its other side (WarpAccess::other_side).
#pragma once

#include "sim/base/access.h"

#include <array>
#include <cstdint>

namespace warpscope {

/// Of a store that comes from the byte offsets `global`, valid in `mask`: of 4 and 8 bytes a lane the bank of
/// the origin; of 16 the lowest active lane whose origin lies in the same line, times 8, and the origin's
/// place in that line in units of 16 bytes.
[[nodiscard]] constexpr std::array<std::uint8_t, warp_size>
origins_of_copy(std::uint32_t width, const std::uint32_t* global, std::uint32_t mask) {
  std::array<std::uint8_t, warp_size> origins{};
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((mask >> lane & 1u) == 0) continue;
    std::uint32_t origin = global[lane] / 4 % 32;
    if (width == 16) {
      std::uint32_t other = 0;
      while ((mask >> other & 1u) == 0 || global[other] / 128 != global[lane] / 128) ++other;
      origin = other * 8 + global[lane] / 16 % 8;
    }
    origins[lane] = static_cast<std::uint8_t>(origin);
  }
  return origins;
}

} // namespace warpscope
