// How much of L1 the driver makes shared memory for a kernel, where the program does not ask for a share.
#pragma once

#include <cstdint>

namespace warpscope::run {

struct Block {
  std::uint64_t threads = 0;
  std::uint64_t shared = 0;  ///< bytes, static and dynamic
  std::uint64_t blocks = 0;  ///< as many as registers and warps let reside
  std::uint64_t fitting = 0; ///< as many as shared memory lets reside
};

/// Returns bytes of an SM: a step of the device's, or less than the next step.
/// Source: an H200, driver 580.159.04, 2026-11-30, ncu's launch__shared_mem_config_size of 208 kernels, with
/// 0 to 48 KB of shared memory, blocks of 32 to 1,024 threads, 16 to 54 registers: all come out so.
[[nodiscard]] std::uint64_t carved_out(const Block& block);

} // namespace warpscope::run
