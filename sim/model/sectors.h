// Global memory: 128-byte lines of four 32-byte sectors.
//
// Source: as banks.h. Unit: sectors of one warp instruction. Best: bytes / 32. Worst: one a lane (offsets
// that are multiples of the width never straddle a sector, at widths up to 32).
//
// An access is assumed to end within its 4 GiB window; only offsets that are not multiples of the width can
// violate that.
/// - Subject: Global memory
/// - Modelled: 128-byte lines of four 32-byte sectors. A warp's load, store or atomic costs each different
/// sector that one of its active lanes touches, once; bytes fetched are 32 a sector.
/// - Not modelled: hits and misses of L1 and L2; sectors are what the warp asks of L1, and on a first touch
/// what L1 asks of L2.
/// - Not modelled: tag wavefronts; the hash that spreads lines over the four tag banks is not known.
/// - Not modelled: global atomics and reductions: requests are measured; their sectors and lines are those of
/// a load of the same addresses. The hardware asks for a sector once for each lane that wants the same
/// element.
/// - Not modelled: DRAM pages, channels, address translation, and the time any of this takes.
/// - Not modelled: 32-byte accesses (compute capability 10.0 on) follow the same rule but are not measured.
#pragma once

#include "sim/base/access.h"

#include <cstdint>
#include <vector>

namespace warpscope::model {

struct SectorCounts {
  std::uint32_t requests = 0;
  std::uint32_t sectors = 0;       ///< distinct 32-byte sectors touched
  std::uint32_t ideal_sectors = 0; ///< what the distinct bytes would need if packed: ceil(used_bytes / 32)
  std::uint32_t lines = 0;         ///< distinct 128-byte lines
  std::uint32_t bytes = 0;         ///< requested by the lanes: active lanes * width
  std::uint32_t used_bytes = 0;    ///< distinct bytes requested
  bool operator==(const SectorCounts&) const = default;
};

[[nodiscard]] SectorCounts count_sectors(const WarpAccess& access);

/// A sector that is touched, for the picture; ascending by address.
struct TouchedSector {
  std::uint32_t address = 0;    ///< byte offset of the sector, a multiple of 32
  std::uint32_t used_bytes = 0; ///< bit k: byte k of the sector was requested
};
[[nodiscard]] std::vector<TouchedSector> touched_sectors(const WarpAccess& access);

} // namespace warpscope::model
