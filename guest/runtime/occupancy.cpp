// Occupancy: registers are given to a warp in units of 256, four schedulers share a multiprocessor's, and
// shared memory is given in units of 128 bytes (CUDA Programming Guide, "Compute Capabilities", and the
// occupancy calculator's sheet).
#include "guest/runtime/occupancy.h"

#include <algorithm>

namespace warpscope::guest {
namespace {

template <class T> T rounded(T value, T unit) { return (value + unit - 1) / unit * unit; }

} // namespace

OccupancyLimits occupancy_limits(const std::function<std::int64_t(std::string_view)>& fact) {
  const auto number = [&](std::string_view name) { return static_cast<int>(fact(name)); };
  return {number("maxBlocksPerMultiProcessor"),
          number("maxThreadsPerMultiProcessor"),
          number("warpSize"),
          number("regsPerMultiprocessor"),
          number("regsPerBlock"),
          fact("sharedMemPerMultiprocessor"),
          fact("sharedMemPerBlockOptin"),
          fact("reservedSharedMemPerBlock"),
          number("maxThreadsPerBlock")};
}

int active_blocks(const OccupancyLimits& device, const OccupancyDemand& block) {
  if (block.threads <= 0 || block.threads > device.threads_per_block) return 0;
  const int warps = (block.threads + device.warp - 1) / device.warp;
  int blocks = std::min(device.blocks, device.threads / device.warp / warps);
  if (block.registers > 0) {
    constexpr int schedulers = 4, unit = 256;
    const int of_warp = rounded(block.registers * device.warp, unit);
    const int warps_by_registers = device.registers / schedulers / of_warp * schedulers;
    if (rounded(warps, schedulers) * of_warp > device.registers_per_block) return 0;
    blocks = std::min(blocks, warps_by_registers / warps);
  }
  if (block.shared_bytes > device.shared_per_block) return 0;
  const std::int64_t shared = rounded<std::int64_t>(block.shared_bytes + device.reserved_shared, 128);
  if (shared > 0) blocks = std::min(blocks, static_cast<int>(device.shared_bytes / shared));
  return blocks;
}

} // namespace warpscope::guest
