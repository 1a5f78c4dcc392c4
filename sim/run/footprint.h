// What the blocks of one multiprocessor, which were recorded, tell of the memory that the whole launch
// touches.
#pragma once

#include "sim/exec/memory.h"
#include "sim/launch/launch_memory.h"
#include "sim/multiprocessor/figures.h"
#include "sim/multiprocessor/work.h"

#include <cstdint>
#include <span>
#include <vector>

namespace warpscope::run {

/// Sets the bytes of global memory that a launch touches, by whole lines, and which part of them it writes:
/// what the recorded blocks touch of a buffer stands for the others, and all of them touch no more of it than
/// there is. A small table that every block reads is so counted once.
void set_footprint(multiprocessor::Share& share, const std::vector<multiprocessor::Block>& blocks,
                   std::uint64_t grid, std::span<const exec::Allocation> buffers);

/// The lines of global memory that the first `count` blocks touch.
[[nodiscard]] std::uint64_t lines_of(const std::vector<multiprocessor::Block>& blocks, std::size_t count);

/// The pairs of sectors of global memory (2 * line, or 1 more) that a block loads, or stores to, in ascending
/// order, once each.
[[nodiscard]] std::vector<std::uint64_t> pairs_of(const multiprocessor::Block& block, bool stores);

/// Of the pairs of sectors that this multiprocessor loads for the first time, the share that no other has
/// loaded before: blocks beside each other load each other's edges, and of what all have loaded each byte of
/// a buffer is there once.
[[nodiscard]] double first_share(const std::vector<multiprocessor::Block>& blocks, std::uint64_t grid,
                                 const std::vector<launch::Buffer>& buffers);

/// Of the stores in no order to `written` bytes, the share that finds that L2, which holds `held` bytes, has
/// lost the line since the store to it before: each line is stored to `times`, at random, while the launch
/// passes through its whole footprint once. So D(x) = written * (1 - exp(-x)) + others * x / times bytes are
/// touched in x mean intervals, and exp(-x) of the intervals are longer than the x with D(x) = held.
[[nodiscard]] double lost_between_stores(double written, double others, double times, double held);

} // namespace warpscope::run
