// How many blocks of a kernel fit on a multiprocessor: the rules that CUDA's occupancy calculator documents.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace warpscope::guest {

struct OccupancyLimits {
  int blocks = 32, threads = 2048, warp = 32;
  int registers = 65536, registers_per_block = 65536;
  std::int64_t shared_bytes = 233472, shared_per_block = 232448, reserved_shared = 1024;
  int threads_per_block = 1024;
};
struct OccupancyDemand {
  int threads = 0, registers = 0; ///< of a block; of a thread
  std::int64_t shared_bytes = 0;  ///< static and dynamic, of a block
};

/// From the facts of a device by their names in cudaDeviceProp.
[[nodiscard]] OccupancyLimits occupancy_limits(const std::function<std::int64_t(std::string_view)>& fact);
/// Blocks on one multiprocessor; 0 when not even one fits.
[[nodiscard]] int active_blocks(const OccupancyLimits& device, const OccupancyDemand& block);

} // namespace warpscope::guest
