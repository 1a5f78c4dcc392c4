// How many blocks of a kernel an SM holds at once, and which resource limits them.
//
// Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"; registers and shared
// memory are rounded as in the toolkit's occupancy calculator (cuda_occupancy.h). The numbers are the
// device's. Unit: blocks and warps per SM. Best: max_warps_per_sm warps. Worst: none, when the block cannot
// start.
/// - Subject: Occupancy
/// - Modelled: the blocks that an SM holds at once by each of its limits (threads, blocks, registers, shared
/// memory), with the rounding of the toolkit's calculator, for each device model.
/// - Not modelled: occupancy is the most an SM can hold; whether the grid fills it, and for how long, is not
/// asked.
/// - Not modelled: clusters, the split between L1 and shared memory that the driver chooses (the largest is
/// assumed), and registers the compiler would spill.
#pragma once

#include "sim/base/device.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::model {

struct OccupancyRequest {
  std::uint64_t threads = 0;              ///< of a block
  std::uint32_t registers_per_thread = 0; ///< 0: not known, so registers do not limit
  std::uint64_t shared_bytes = 0;         ///< static and dynamic together, of a block
};

enum class Limiter : std::uint8_t { None, Warps, Blocks, Registers, SharedMemory };
[[nodiscard]] std::string_view name_of(Limiter limiter); ///< "warps", "blocks", "registers", "shared memory"

struct Occupancy {
  std::string illegal; ///< one sentence when such a block cannot start on the device; the counts are 0 then
  std::uint32_t blocks_per_sm = 0;
  std::uint32_t warps_per_sm = 0;
  double fraction = 0; ///< warps_per_sm / max_warps_per_sm
  /// The resource that limits the blocks; of several, the first in the order of Limiter.
  Limiter limiter = Limiter::None;
  std::uint32_t blocks_by_warps = 0, blocks_by_blocks = 0, blocks_by_registers = 0, blocks_by_shared = 0;
  std::uint32_t warps_by_registers = 0; ///< that find registers on an SM, whichever blocks they are of
  bool needs_optin = false;             ///< more shared memory than a block gets without cudaFuncSetAttribute
  bool operator==(const Occupancy&) const = default;
};

[[nodiscard]] Occupancy occupancy(const Device& device, const OccupancyRequest& request);

/// Returns how many such blocks the whole device holds at once.
[[nodiscard]] std::uint64_t resident_blocks(const Device& device, const OccupancyRequest& request);

} // namespace warpscope::model
