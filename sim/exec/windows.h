// Where the bytes of each memory space lie on the host, and how far they go: the functions that the rows of
// sim/base/spaces.def name. A space with a window of its own is one more function here.
#pragma once

#include "sim/exec/block.h"
#include "sim/exec/lanes.h"

namespace warpscope::exec {

WARPSCOPE_INLINE Window no_window(const Block& /*block*/, const Warp& /*warp*/) { return {}; }
/// The launch's buffers and the __device__ variables.
WARPSCOPE_INLINE Window buffer_window(const Block& block, const Warp& /*warp*/) {
  return {block.memory->global, 0, 0, 0, true, true};
}
WARPSCOPE_INLINE Window constant_window(const Block& block, const Warp& /*warp*/) {
  return {block.memory->constant.data(), 0, program::window_base, 0, true, false};
}
/// The block's shared memory.
WARPSCOPE_INLINE Window block_window(const Block& block, const Warp& /*warp*/) {
  return {block.shared.data(), 0, program::window_base, block.shared_end, false, true};
}
/// What a function's frame has of a thread's local memory.
WARPSCOPE_INLINE Window thread_window(const Block& /*block*/, const Warp& warp) {
  return {warp.local.data(),
          warp.local_capacity,
          program::window_base,
          u64{program::window_base} + warp.frames[warp.frame].local_end,
          false,
          true};
}
/// The shared memory of the block of the cluster that the access goes to (Block::remote).
WARPSCOPE_INLINE Window cluster_window(const Block& block, const Warp& /*warp*/) {
  if (block.remote == nullptr) return {};
  const u32 begin = cluster_address(block.remote->rank, 0);
  return {block.remote->shared.data(),           0,     begin + program::window_base,
          u64{begin} + block.remote->shared_end, false, true};
}
WARPSCOPE_INLINE Window parameter_window(const Block& block, const Warp& /*warp*/) {
  return {block.memory->parameters.data(),
          0,
          program::window_base,
          u64{program::window_base} + block.memory->parameters.size(),
          false,
          false};
}

/// Returns the window of a space that is known when this is compiled.
template <Space space> WARPSCOPE_INLINE Window window_of(const Block& block, const Warp& warp) {
#define WARPSCOPE_SPACE(name, key, llvm_number, load, store, atomic, cost, window)                           \
  if constexpr (space == Space::name) return window(block, warp);
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
}

} // namespace warpscope::exec
