// Barriers, and the operations among lanes of a warp that are off the fast path.
#include "sim/exec/ops_control.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace warpscope::exec {

Flow trap(Warp& w, const program::Instruction& in) {
  const bool unreachable = static_cast<program::TrapKind>(in.imm) == program::TrapKind::Unreachable;
  return w.fault(trace::FaultKind::Trap, first_lane(w.mask),
                 unreachable ? "reaches a place that the compiler took for unreachable" : "executes a trap");
}

Flow arrive_at_barrier(Warp& w) {
  trace::BarrierEvent event;
  event.block = w.block->linear;
  event.warp = w.index;
  event.pc = w.pc;
  event.mask = w.mask;
  w.block->sink->on_barrier(event);
  w.save();
  w.nodes[w.current].state = NodeState::AtBarrier;
  w.current = none;
  return Flow::Leave;
}

static trace::OrderEvent order_event(const Warp& w, trace::OrderKind kind, u32 lanes) {
  trace::OrderEvent event;
  event.block = w.block->linear;
  event.warp = w.index;
  event.pc = w.pc;
  event.lanes = lanes;
  event.kind = kind;
  return event;
}

Flow fence(Warp& w, const program::Instruction& in) {
  const auto scope = static_cast<program::FenceScope>(in.imm);
  const trace::OrderKind kind = scope == program::FenceScope::Block   ? trace::OrderKind::FenceBlock
                                : scope == program::FenceScope::Proxy ? trace::OrderKind::FenceProxy
                                                                      : trace::OrderKind::FenceDevice;
  w.block->sink->on_order(order_event(w, kind, w.mask));
  return Flow::Next;
}

Flow async_copy(Warp& w, const program::Instruction& in) {
  static constexpr trace::OrderKind kinds[] = {
      trace::OrderKind::CopyBegin,  trace::OrderKind::CopyEnd,
      trace::OrderKind::CopyCommit, trace::OrderKind::CopyWaitOldest,
      trace::OrderKind::CopyCommit, trace::OrderKind::FenceProduct}; // by AsyncCopyStep
  static_assert(std::size(kinds) == static_cast<std::size_t>(program::AsyncCopyStep::Count));
  trace::OrderEvent event = order_event(w, kinds[in.imm], w.mask);
  if (static_cast<program::AsyncCopyStep>(in.imm) == program::AsyncCopyStep::CommitProducts)
    event.queue = trace::OrderQueue::Products;
  w.block->sink->on_order(event);
  return Flow::Next;
}

Flow wait_for_copies(Warp& w, const program::Instruction& in) {
  const u32* prior = w.source(in.a);
  for (u32 rest = w.mask; rest != 0;) { // lanes mostly wait for the same number
    const u32 number = prior[first_lane(rest)];
    const u32 same = rest & ballot([=](u32 i) { return prior[i] == number; });
    trace::OrderEvent event = order_event(w, trace::OrderKind::CopyWaitPrior, same);
    event.prior = number;
    if (in.op == program::Opcode::ProductWait) event.queue = trace::OrderQueue::Products;
    w.block->sink->on_order(event);
    rest &= ~same;
  }
  return Flow::Next;
}

Flow sync_warp(Warp& w, const program::Instruction& in) {
  const u32* named = w.source(in.a);
  for (u32 i = 0; i < warp_size; ++i) {
    if ((w.mask & bit_of[i]) == 0) continue;
    w.sync_mask[i] = named[i];
    if ((named[i] & bit_of[i]) == 0)
      return w.fault(trace::FaultKind::Trap, i,
                     "names the lanes " + hex_text(named[i]) +
                         " in its __syncwarp and is none of them: an H200 stops with an illegal instruction");
  }
  w.save();
  w.nodes[w.current].state = NodeState::AtWarpSync;
  if (w.warp_sync_complete(w.mask)) {
    const u32 here = w.current;
    w.release_warp_syncs(); // the masks of other leaves may be complete now, too
    w.enter(here);
    return Flow::Jumped;
  }
  w.current = none;
  return Flow::Leave;
}

Flow match_any(Warp& w, const program::Instruction& in, bool wide) {
  const u32* a = w.source(in.a, wide ? 2 : 1);
  u32 result[warp_size] = {};
  for (u32 rest = w.mask; rest != 0;) {
    const auto first = first_lane(rest);
    u32 same = rest & ballot([=](u32 i) { return a[i] == a[first]; });
    if (w.several_masks) same &= ballot([&](u32 i) { return w.sync_mask[i] == w.sync_mask[first]; });
    if (wide) same &= ballot([=](u32 i) { return a[i + warp_size] == a[first + warp_size]; });
    for (u32 lanes = same; lanes != 0; lanes &= lanes - 1) result[first_lane(lanes)] = same;
    rest &= ~same;
  }
  return set_lanes<u32>(w, in.dst, [&](u32 i) { return result[i]; });
}

u32 reduce_lanes(program::ReduxOp op, const u32* values, u32 mask) {
  u32 result = values[first_lane(mask)];
  for (mask &= mask - 1; mask != 0; mask &= mask - 1) {
    const u32 value = values[first_lane(mask)];
    const bool less_signed = static_cast<s32>(value) < static_cast<s32>(result);
    switch (op) {
    case program::ReduxOp::Add: result += value; break;
    case program::ReduxOp::MinS: result = less_signed ? value : result; break;
    case program::ReduxOp::MinU: result = std::min(result, value); break;
    case program::ReduxOp::MaxS: result = less_signed ? result : value; break;
    case program::ReduxOp::MaxU: result = std::max(result, value); break;
    case program::ReduxOp::And: result &= value; break;
    case program::ReduxOp::Or: result |= value; break;
    case program::ReduxOp::Xor: result ^= value; break;
    case program::ReduxOp::Count: break;
    }
  }
  return result;
}

u32 special_scalar(const Warp& w, program::SpecialRegister which) {
  const Block& block = *w.block;
  const Launch& launch = *block.launch;
  switch (which) {
  case program::SpecialRegister::NTidX: return launch.block.x;
  case program::SpecialRegister::NTidY: return launch.block.y;
  case program::SpecialRegister::NTidZ: return launch.block.z;
  case program::SpecialRegister::CtaidX: return block.index_x;
  case program::SpecialRegister::CtaidY: return block.index_y;
  case program::SpecialRegister::CtaidZ: return block.index_z;
  case program::SpecialRegister::NCtaidX: return launch.grid.x;
  case program::SpecialRegister::NCtaidY: return launch.grid.y;
  case program::SpecialRegister::NCtaidZ: return launch.grid.z;
  case program::SpecialRegister::WarpId: return w.index;
  case program::SpecialRegister::NWarpId: return block.warp_count;
  case program::SpecialRegister::Clock: return static_cast<u32>(block.clock(w));
  case program::SpecialRegister::DynamicSharedSize: return launch.dynamic_shared_bytes;
  case program::SpecialRegister::ClusterX: return block.cluster_size.x;
  case program::SpecialRegister::ClusterY: return block.cluster_size.y;
  case program::SpecialRegister::ClusterZ: return block.cluster_size.z;
  default: return 0; // SmId: the executor does not place blocks on multiprocessors
  }
}

} // namespace warpscope::exec
