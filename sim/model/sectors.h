// Global memory: 128-byte lines of four 32-byte sectors.
//
// Source: as banks.h. Unit: sectors of one warp instruction. Best: bytes / 32. Worst: one a lane (offsets
// that are multiples of the width never straddle a sector, at widths up to 32).
//
// An access is assumed to end within its 4 GiB window; only offsets that are not multiples of the width can
// violate that.
/// - Subject: Global memory
/// - Modelled: 128-byte lines of four 32-byte sectors. A warp's load or store costs each different sector
/// that one of its active lanes touches, once; bytes fetched are 32 a sector.
/// - Modelled: atomics and reductions, which ask for a sector as often as the most lanes want one element in
/// it. Of 16 bits the word around them is loaded once and compared and swapped, in each round by all lanes
/// that are left.
/// - Modelled: asynchronous copies of 16 bytes a lane, which ask for a sector once for each 32-byte sector of
/// shared memory that it goes to.
/// - Not modelled: hits and misses of L1 and L2; sectors are what the warp asks of L1, and on a first touch
/// what L1 asks of L2.
/// - Not modelled: one or two sectors more that an atomic asked for in 29 measured patterns, all with lanes
/// over more than four lines; they may hang on how these share tag wavefronts (tags.h).
/// - Not modelled: additions of float2 and float4 as the one reduction that they are from compute capability
/// 9.0 on; they are counted as two and four.
/// - Not modelled: DRAM pages, channels, address translation, and the time any of this takes.
/// - Not modelled: 32-byte accesses (compute capability 10.0 on) follow the same rule but are not measured.
#pragma once

#include "sim/base/access.h"

#include <cstdint>
#include <vector>

namespace warpscope::model {

struct SectorCounts {
  std::uint32_t requests = 0;
  std::uint32_t sectors = 0;       ///< distinct 32-byte sectors touched; of atomics and copies, asked for
  std::uint32_t ideal_sectors = 0; ///< what the distinct bytes would need if packed: ceil(used_bytes / 32)
  std::uint32_t lines = 0;         ///< distinct 128-byte lines
  std::uint32_t bytes = 0;         ///< requested by the lanes: active lanes * width
  std::uint32_t used_bytes = 0;    ///< distinct bytes requested
  bool operator==(const SectorCounts&) const = default;
};

/// Of AtomicForm::Words the compare-and-swaps of all rounds.
[[nodiscard]] SectorCounts count_sectors(const WarpAccess& access, AccessKind kind);

/// A sector that is touched, for the picture; ascending by address.
struct TouchedSector {
  std::uint32_t address = 0;    ///< byte offset of the sector, a multiple of 32
  std::uint32_t used_bytes = 0; ///< bit k: byte k of the sector was requested
  std::uint32_t times = 1;      ///< how often it is asked for
};
[[nodiscard]] std::vector<TouchedSector> touched_sectors(const WarpAccess& access, AccessKind kind);

} // namespace warpscope::model
