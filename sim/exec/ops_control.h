// Control flow, barriers, and what lanes of a warp tell each other.
#pragma once

#include "sim/exec/block.h"
#include "sim/exec/ops_int.h"

namespace warpscope::exec {
// Far from the fast path: ops_sync.cpp, ops_host.cpp.
Flow trap(Warp& w, const Instruction& in);
Flow arrive_at_barrier(Warp& w);
Flow sync_warp(Warp& w, const Instruction& in);
Flow match_any(Warp& w, const Instruction& in, bool wide);
u32 reduce_lanes(ReduxOp op, const u32* values, u32 mask);
u32 special_scalar(const Warp& w, SpecialRegister which);
Flow print(Warp& w, const Instruction& in);
Flow assertion_failed(Warp& w, const Instruction& in);
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
WARPSCOPE_OP(Exit) {
  w.exit_lanes();
  return Flow::Leave;
}
WARPSCOPE_OP(Trap) { return trap(w, in); }

WARPSCOPE_OP(BarSync) { return arrive_at_barrier(w); }
WARPSCOPE_OP(BarRed) { return arrive_at_barrier(w); } // its result is written when the block is let go on
WARPSCOPE_OP(WarpSync) { return sync_warp(w, in); }
/// Warps of a block run one at a time and every write is seen at once: there is nothing to order.
WARPSCOPE_OP(Fence) { return Flow::Next; }

/// PTX shfl.sync: the source lane of lane i, or one past the warp when it is out of range (then the lane reads itself).
WARPSCOPE_INLINE u32 shuffle_source(ShuffleMode mode, u32 lane, u32 b, u32 c) {
  const u32 step = b & 31, clamp = c & 31, segment = (c >> 8) & 31;
  const u32 last = (lane & segment) | (clamp & ~segment);
  switch (mode) {
  case ShuffleMode::Up: return static_cast<s32>(lane - step) >= static_cast<s32>(last) ? lane - step : warp_size;
  case ShuffleMode::Down: return lane + step <= last ? lane + step : warp_size;
  case ShuffleMode::Bfly: return (lane ^ step) <= last ? lane ^ step : warp_size;
  default: {
    const u32 from = (lane & segment) | (step & ~segment);
    return from <= last ? from : warp_size;
  }
  }
}
WARPSCOPE_OP(Shuffle32) {
  const u32* a = w.source(in.a);
  const u32* b = w.source(in.b);
  const u32* c = w.source(in.c);
  const auto mode = static_cast<ShuffleMode>(in.imm);
  u32 value[warp_size]; // dst may be a: all lanes are read before one is written
  for (u32 i = 0; i < warp_size; ++i) {
    const u32 from = shuffle_source(mode, i, b[i], c[i]);
    const bool readable = from < warp_size && (w.mask & (1u << (from & 31))) != 0;
    value[i] = a[readable ? from : i];
  }
  each<u32>(w.destination(in.dst), w.mask, [&](u32 i) { return value[i]; });
  return Flow::Next;
}
WARPSCOPE_OP(ShuffleP) {
  const u32* b = w.source(in.b);
  const u32* c = w.source(in.c);
  const auto mode = static_cast<ShuffleMode>(in.imm);
  w.set_predicate(in.dst, ballot([=](u32 i) { return shuffle_source(mode, i, b[i], c[i]) < warp_size; }));
  return Flow::Next;
}
WARPSCOPE_OP(Vote) {
  const u32 yes = w.predicate(in.a) & w.mask;
  u32 result = yes;
  switch (static_cast<VoteMode>(in.imm)) {
  case VoteMode::All: result = yes == w.mask ? 1 : 0; break;
  case VoteMode::Any: result = yes != 0 ? 1 : 0; break;
  case VoteMode::Uniform: result = yes == w.mask || yes == 0 ? 1 : 0; break;
  default: break; // Ballot
  }
  each<u32>(w.destination(in.dst), w.mask, [=](u32) { return result; });
  return Flow::Next;
}
WARPSCOPE_OP(ActiveMask) {
  const u32 mask = w.mask;
  each<u32>(w.destination(in.dst), mask, [=](u32) { return mask; });
  return Flow::Next;
}
WARPSCOPE_OP(MatchAny32) { return match_any(w, in, false); }
WARPSCOPE_OP(MatchAny64) { return match_any(w, in, true); }
WARPSCOPE_OP(Redux32) {
  const u32 result = reduce_lanes(static_cast<ReduxOp>(in.imm), w.source(in.a), w.mask);
  each<u32>(w.destination(in.dst), w.mask, [=](u32) { return result; });
  return Flow::Next;
}

WARPSCOPE_OP(Special) {
  const auto which = static_cast<SpecialRegister>(in.imm);
  u32* to = w.destination(in.dst);
  const u32* threads = nullptr;
  if (which == SpecialRegister::TidX) threads = w.block->thread_x.data();
  if (which == SpecialRegister::TidY) threads = w.block->thread_y.data();
  if (which == SpecialRegister::TidZ) threads = w.block->thread_z.data();
  if (threads != nullptr) {
    threads += std::size_t{w.index} * warp_size;
    each<u32>(to, w.mask, [=](u32 i) { return threads[i]; });
    return Flow::Next;
  }
  switch (which) {
  case SpecialRegister::LaneId: each<u32>(to, w.mask, [](u32 i) { return i; }); break;
  case SpecialRegister::LaneMaskEq: each<u32>(to, w.mask, [](u32 i) { return bit_of[i]; }); break;
  case SpecialRegister::LaneMaskLt: each<u32>(to, w.mask, [](u32 i) { return bit_of[i] - 1; }); break;
  case SpecialRegister::LaneMaskLe: each<u32>(to, w.mask, [](u32 i) { return bit_of[i] | (bit_of[i] - 1); }); break;
  case SpecialRegister::LaneMaskGt: each<u32>(to, w.mask, [](u32 i) { return ~(bit_of[i] | (bit_of[i] - 1)); }); break;
  case SpecialRegister::LaneMaskGe: each<u32>(to, w.mask, [](u32 i) { return ~(bit_of[i] - 1); }); break;
  default: {
    const u32 value = special_scalar(w, which);
    each<u32>(to, w.mask, [=](u32) { return value; });
  }
  }
  return Flow::Next;
}
WARPSCOPE_OP(Clock64) {
  const u64 now = w.block->clock(w);
  each<u64>(w.destination(in.dst), w.mask, [=](u32) { return now; });
  return Flow::Next;
}

WARPSCOPE_OP(Printf) { return print(w, in); }
WARPSCOPE_OP(AssertFail) { return assertion_failed(w, in); }

} // namespace warpscope::exec::ops
