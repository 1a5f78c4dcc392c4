// What other blocks of a launch touch of what its first block touches: with whom its atomics meet, and
// whether its lines are loaded again while L2 still has them.
/// - Subject: What blocks have in common
/// - Modelled: up to 32 other blocks, near and far, and those in which a regular walk comes round again.
/// - Not modelled: what the blocks between them touch.
#pragma once

#include "sim/run/recording.h"

#include <cstdint>
#include <vector>

namespace warpscope::run {

/// A launch, some of whose blocks are run once more.
struct Others {
  const program::Program& program;
  const Request& request;
  const exec::Launch& launch;
  exec::DeviceMemory& memory;
  exec::RunOptions options;
  std::uint64_t instructions = 1; ///< warp instructions of a block, which say how many can be afforded
  std::vector<std::uint32_t> spilled = {}; ///< see Recording
};

/// The lines of global memory that a block's atomics touch, in ascending order, with repetitions.
[[nodiscard]] std::vector<std::uint32_t> atomic_lines(const multiprocessor::Block& block);

/// For each buffer the multiprocessors whose atomics come to a line of it over time, in the mean of the lines
/// that `first` names, which is the first block: also those that name the line at another time.
[[nodiscard]] std::vector<multiprocessor::Meeting>
meetings_of(const Others& others, const multiprocessor::Block& first, std::uint64_t multiprocessors);

/// The share of the pairs of sectors that the first block loads, and stores to, which a later block does,
/// too, before the blocks between them have touched more than L2 keeps. 1: it loads, or stores, nothing.
struct Again {
  double loaded = 1, stored = 1;
  /// Of the lines that lie apart from the others of their access, the share of which the block itself or one
  /// near it asks for a neighbour in memory, so that DRAM finds both in one page.
  double beside = 0;
  bool comes_round = false; ///< a walk through a buffer begins anew within the launch, later than that
};
[[nodiscard]] Again soon_again(const Others& others, const multiprocessor::Block& first, double kept_bytes);

} // namespace warpscope::run
