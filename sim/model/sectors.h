// Global memory: 128-byte lines of four 32-byte sectors.
//
// Source: as banks.h. Unit: sectors of one warp instruction. Best: bytes / 32. Worst: one or more a lane.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/access.h"

namespace warpscope {

struct SectorCounts {
  std::uint32_t requests = 0;
  std::uint32_t sectors = 0;       ///< distinct 32-byte sectors touched
  std::uint32_t ideal_sectors = 0; ///< the distinct bytes asked for, packed: ceil(used_bytes / 32)
  std::uint32_t lines = 0;         ///< distinct 128-byte lines
  std::uint32_t bytes = 0;         ///< asked for by the lanes: active lanes * width
  std::uint32_t used_bytes = 0;    ///< distinct bytes asked for
  bool operator==(const SectorCounts&) const = default;
};

[[nodiscard]] SectorCounts count_sectors(const WarpAccess& access);

/// One touched sector for the picture, ascending by address.
struct TouchedSector {
  std::uint32_t address = 0;    ///< byte offset of the sector, a multiple of 32
  std::uint32_t used_bytes = 0; ///< bit k: byte k of the sector was asked for
};
[[nodiscard]] std::vector<TouchedSector> touched_sectors(const WarpAccess& access);

} // namespace warpscope
