// Control flow, barriers, shuffles and votes.
#pragma once

#include "sim/exec/block.h"
#include "sim/exec/ops_int.h"

namespace warpscope::exec {
// Off the fast path: in ops_sync.cpp and ops_host.cpp.
Flow trap(Warp& w, const program::Instruction& in);
Flow arrive_at_barrier(Warp& w);
Flow sync_warp(Warp& w, const program::Instruction& in);
Flow arrive_at_object(Warp& w, const program::Instruction& in);
Flow wait_at_object(Warp& w, const program::Instruction& in);
Flow test_object(Warp& w, const program::Instruction& in);
// cluster.cpp, bulk_copy.cpp
Flow cluster_barrier(Warp& w, const program::Instruction& in);
/// Applies the operation to one element in memory (ops_atomic.cpp).
void update_bytes(program::AtomicOp op, u32 bytes, std::uint8_t* to, const std::uint8_t* operand);
Flow bulk_copy(Warp& w, const program::Instruction& in);
Flow tensor_copy(Warp& w, const program::Instruction& in);
Flow tile_bytes(Warp& w, const program::Instruction& in);
Flow wgmma(Warp& w, const program::Instruction& in); // wgmma.cpp
Flow fence(Warp& w, const program::Instruction& in);
Flow async_copy(Warp& w, const program::Instruction& in);
Flow wait_for_copies(Warp& w, const program::Instruction& in);
Flow match_any(Warp& w, const program::Instruction& in, bool wide);
u32 reduce_lanes(program::ReduxOp op, const u32* values, u32 mask);
u32 special_scalar(const Warp& w, program::SpecialRegister which);
Flow print(Warp& w, const program::Instruction& in);
Flow assertion_failed(Warp& w, const program::Instruction& in);
// ops_device.cpp
Flow launch_child(Warp& w, const program::Instruction& in);
Flow heap_malloc(Warp& w, const program::Instruction& in);
Flow heap_free(Warp& w, const program::Instruction& in);
Flow peek_word(Warp& w, const program::Instruction& in);
} // namespace warpscope::exec

namespace warpscope::exec::ops {

WARPSCOPE_OP(Jump) {
  w.pc = in.imm;
  return Flow::Jumped;
}
WARPSCOPE_OP(Branch) {
  const u32 taken = w.predicate(in.a) & w.mask;
  if (taken == w.mask) {
    w.pc = in.b;
  } else if (taken == 0) {
    w.pc = in.c;
  } else {
    w.branch(taken, in.b, in.c, in.imm);
  }
  return Flow::Jumped;
}
WARPSCOPE_OP(Call) { return w.call(in); }
WARPSCOPE_OP(Ret) { return w.ret(in); }
WARPSCOPE_OP(Exit) { return w.exit_lanes() ? Flow::Jumped : Flow::Leave; }
WARPSCOPE_OP(Trap) { return trap(w, in); }

WARPSCOPE_OP(BarSync) { return arrive_at_barrier(w); }
WARPSCOPE_OP(GridSync) { return arrive_at_barrier(w); } // released when every block has arrived
WARPSCOPE_OP(BarRed) { return arrive_at_barrier(w); }   // the result is written when the barrier is released
WARPSCOPE_OP(WarpSync) { return sync_warp(w, in); }
WARPSCOPE_OP(BarrierArrive) { return arrive_at_object(w, in); }
WARPSCOPE_OP(BarrierWait) { return wait_at_object(w, in); }
WARPSCOPE_OP(BarrierTest) { return test_object(w, in); }
WARPSCOPE_OP(ClusterBarrier) { return cluster_barrier(w, in); }
WARPSCOPE_OP(BulkCopy) { return bulk_copy(w, in); }
WARPSCOPE_OP(TileBytes) { return tile_bytes(w, in); }
WARPSCOPE_OP(TensorCopy) { return tensor_copy(w, in); }
WARPSCOPE_OP(WarpMask) {
  w.several_masks = false;
  if (w.uniform(in.a)) {
    const u32 all = w.tag(in.a).base;
    if (((w.mask & ~all) | (all & w.live & ~w.mask)) == 0) return Flow::Next;
  }
  const u32* named = w.source(in.a);
  const u32 of_first = named[first_lane(w.mask)];
  u32 missing = 0;
  for (u32 i = 0; i < warp_size; ++i) {
    if ((w.mask & bit_of[i]) == 0) continue;
    missing |= (bit_of[i] & ~named[i]) | (named[i] & w.live & ~w.mask);
    w.several_masks |= named[i] != of_first;
    w.sync_mask[i] = named[i];
  }
  if (missing != 0) w.note_masks(named);
  return Flow::Next;
}
/// Warps of a block run one at a time and every write is visible at once, so the ordering matters only to the
/// sink.
WARPSCOPE_OP(Fence) { return fence(w, in); }
WARPSCOPE_OP(AsyncCopy) { return async_copy(w, in); }
WARPSCOPE_OP(AsyncCopyTo) {
  const u32* shared = w.source(in.a);
  for (u32 i = 0; i < warp_size; ++i) w.copy_to[i] = (w.mask & bit_of[i]) != 0 ? shared[i] : w.copy_to[i];
  w.copy_to_lanes |= w.mask;
  return Flow::Next;
}
WARPSCOPE_OP(AsyncCopyWait) { return wait_for_copies(w, in); }
WARPSCOPE_OP(ProductWait) { return wait_for_copies(w, in); }
WARPSCOPE_OP(Wgmma) { return wgmma(w, in); }

/// PTX shfl.sync: returns the source lane of `lane`, or one past the warp when the source is out of range
/// (the lane then reads itself).
WARPSCOPE_INLINE u32 shuffle_source(program::ShuffleMode mode, u32 lane, u32 b, u32 c) {
  const u32 step = b & 31, clamp = c & 31, segment = (c >> 8) & 31;
  const u32 last = (lane & segment) | (clamp & ~segment);
  switch (mode) {
  case program::ShuffleMode::Up:
    return static_cast<s32>(lane - step) >= static_cast<s32>(last) ? lane - step : warp_size;
  case program::ShuffleMode::Down: return lane + step <= last ? lane + step : warp_size;
  case program::ShuffleMode::Bfly: return (lane ^ step) <= last ? lane ^ step : warp_size;
  default: {
    const u32 from = (lane & segment) | (step & ~segment);
    return from <= last ? from : warp_size;
  }
  }
}
/// shuffle_source() for all lanes at once, where `b` and `c` are the same in all; a lane whose source is out
/// of range reads itself.
WARPSCOPE_INLINE void shuffle_whole_warp(program::ShuffleMode mode, const u32* a, u32 b, u32 c, u32* value) {
  const u32 step = b & 31, segment = (c >> 8) & 31, clamp = c & 31 & ~segment;
  const auto each = [&](auto from_of) {
    for (u32 i = 0; i < warp_size; ++i) value[i] = a[from_of(i, (i & segment) | clamp)];
  };
  switch (mode) {
  case program::ShuffleMode::Up:
    return each(
        [=](u32 i, u32 last) { return static_cast<s32>(i - step) >= static_cast<s32>(last) ? i - step : i; });
  case program::ShuffleMode::Down:
    return each([=](u32 i, u32 last) { return i + step <= last ? i + step : i; });
  case program::ShuffleMode::Bfly:
    return each([=](u32 i, u32 last) { return (i ^ step) <= last ? i ^ step : i; });
  default:
    return each([=](u32 i, u32 last) {
      const u32 from = (i & segment) | (step & ~segment);
      return from <= last ? from : i;
    });
  }
}
WARPSCOPE_OP(Shuffle32) {
  const u32* a = w.source(in.a);
  if (w.mask == all_lanes && w.doubtful == 0 && w.uniform(in.b) && w.uniform(in.c)) {
    u32 value[warp_size];
    shuffle_whole_warp(static_cast<program::ShuffleMode>(in.imm), a, w.tag(in.b).base, w.tag(in.c).base,
                       value);
    return set_lanes<u32>(w, in.dst, [&](u32 i) { return value[i]; });
  }
  const u32* b = w.source(in.b);
  const u32* c = w.source(in.c);
  const auto mode = static_cast<program::ShuffleMode>(in.imm);
  u32 value[warp_size], sources[warp_size],
      absent = 0; // dst may be a: all lanes are read before any is written
  for (u32 i = 0; i < warp_size; ++i) {
    const u32 from = shuffle_source(mode, i, b[i], c[i]);
    const bool in_range = from < warp_size, here = !in_range || (w.mask >> (from & 31) & 1u) != 0;
    value[i] = here ? a[in_range ? from : i] : 0;
    sources[i] = from;
    absent |= (here ? 0u : 1u) << i;
  }
  absent &= w.mask;
  if (absent != 0 || w.doubtful != 0) w.note_absent_sources(mode, absent, sources);
  return set_lanes<u32>(w, in.dst, [&](u32 i) { return value[i]; });
}
WARPSCOPE_OP(ShuffleP) {
  const u32* b = w.source(in.b);
  const u32* c = w.source(in.c);
  const auto mode = static_cast<program::ShuffleMode>(in.imm);
  w.set_predicate(in.dst, ballot([=](u32 i) { return shuffle_source(mode, i, b[i], c[i]) < warp_size; }));
  return Flow::Next;
}
/// Calls f(lanes) for each set of lanes that name the same mask: such a set takes part by itself (ptxas' code
/// waits by WARPSYNC.EXCLUSIVE; tests/hardware/h200_warp_masks.txt).
template <class F> void for_each_mask(const Warp& w, F f) {
  for (u32 rest = w.mask; rest != 0;) {
    const u32 named = w.sync_mask[first_lane(rest)];
    const u32 lanes = rest & ballot([&](u32 i) { return w.sync_mask[i] == named; });
    f(lanes);
    rest &= ~lanes;
  }
}
template <class F> Flow set_by_mask(Warp& w, u32 dst, F of_lanes) {
  u32 result[warp_size] = {};
  for_each_mask(w, [&](u32 lanes) {
    const u32 value = of_lanes(lanes);
    for (u32 rest = lanes; rest != 0; rest &= rest - 1) result[first_lane(rest)] = value;
  });
  return set_lanes<u32>(w, dst, [&](u32 i) { return result[i]; });
}

/// The vote of `lanes`, of which `yes` agree.
WARPSCOPE_INLINE u32 vote_of(program::VoteMode mode, u32 yes, u32 lanes) {
  switch (mode) {
  case program::VoteMode::All: return yes == lanes ? 1 : 0;
  case program::VoteMode::Any: return yes != 0 ? 1 : 0;
  case program::VoteMode::Uniform: return yes == lanes || yes == 0 ? 1 : 0;
  default: return yes; // Vote::Ballot
  }
}
WARPSCOPE_OP(Vote) {
  const auto mode = static_cast<program::VoteMode>(in.imm);
  const u32 yes = w.predicate(in.a) & w.mask;
  if (w.several_masks)
    return set_by_mask(w, in.dst, [=](u32 lanes) { return vote_of(mode, yes & lanes, lanes); });
  return set_uniform<u32>(w, in.dst, vote_of(mode, yes, w.mask));
}
WARPSCOPE_OP(ActiveMask) { return set_uniform<u32>(w, in.dst, w.mask); }
WARPSCOPE_OP(MatchAny32) { return match_any(w, in, false); }
WARPSCOPE_OP(MatchAny64) { return match_any(w, in, true); }
WARPSCOPE_OP(Redux32) {
  const auto op = static_cast<program::ReduxOp>(in.imm);
  const u32* a = w.source(in.a);
  if (w.several_masks) return set_by_mask(w, in.dst, [=](u32 lanes) { return reduce_lanes(op, a, lanes); });
  return set_uniform<u32>(w, in.dst, reduce_lanes(op, a, w.mask));
}

WARPSCOPE_OP(Special) {
  const auto which = static_cast<program::SpecialRegister>(in.imm);
  if (which <= program::SpecialRegister::TidZ) {
    const Tag& thread = w.block->thread_tags[std::size_t{w.index} * 3 + in.imm];
    if (thread.shape != ShapeTable::unknown) {
      w.set_tag(in.dst, thread.base, thread.shape);
      return Flow::Next;
    }
    const Block& block = *w.block;
    const WordArray& all = which == program::SpecialRegister::TidX   ? block.thread_x
                           : which == program::SpecialRegister::TidY ? block.thread_y
                                                                     : block.thread_z;
    const u32* threads = all.data() + std::size_t{w.index} * warp_size;
    return set_lanes<u32>(w, in.dst, [=](u32 i) { return threads[i]; });
  }
  switch (which) {
  case program::SpecialRegister::LaneId: w.set_tag(in.dst, 0, ShapeTable::row); return Flow::Next;
  case program::SpecialRegister::LaneMaskEq:
    return set_lanes<u32>(w, in.dst, [](u32 i) { return bit_of[i]; });
  case program::SpecialRegister::LaneMaskLt:
    return set_lanes<u32>(w, in.dst, [](u32 i) { return bit_of[i] - 1; });
  case program::SpecialRegister::LaneMaskLe:
    return set_lanes<u32>(w, in.dst, [](u32 i) { return bit_of[i] | (bit_of[i] - 1); });
  case program::SpecialRegister::LaneMaskGt:
    return set_lanes<u32>(w, in.dst, [](u32 i) { return ~(bit_of[i] | (bit_of[i] - 1)); });
  case program::SpecialRegister::LaneMaskGe:
    return set_lanes<u32>(w, in.dst, [](u32 i) { return ~(bit_of[i] - 1); });
  default: return set_uniform<u32>(w, in.dst, special_scalar(w, which));
  }
}
WARPSCOPE_OP(Clock64) { return set_uniform<u64>(w, in.dst, w.block->clock(w)); }

WARPSCOPE_OP(Printf) { return print(w, in); }
WARPSCOPE_OP(DeviceLaunch) { return launch_child(w, in); }
WARPSCOPE_OP(HeapMalloc) { return heap_malloc(w, in); }
WARPSCOPE_OP(HeapFree) { return heap_free(w, in); }
WARPSCOPE_OP(Peek32) { return peek_word(w, in); }
WARPSCOPE_OP(AssertFail) { return assertion_failed(w, in); }

} // namespace warpscope::exec::ops
