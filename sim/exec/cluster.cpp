// The barrier of a cluster: arriving and waiting are two instructions, and every thread of all its blocks
// that has not exited takes part. Source: the PTX ISA, barrier.cluster.
#include "sim/exec/lanes.h"
#include "sim/exec/ops_control.h"
#include "sim/exec/ops_memory.h"

#include <algorithm>

namespace warpscope::exec {
namespace {

void tell(const Warp& w, trace::OrderKind kind, u32 lanes, u32 phase) {
  if (lanes == 0) return;
  trace::OrderEvent event;
  event.block = w.block->linear;
  event.warp = w.index;
  event.pc = w.pc;
  event.lanes = lanes;
  event.kind = kind;
  event.phase = phase;
  w.block->sink->on_order(event);
}

Flow arrive(Warp& w) {
  const u32 phase = w.block->cluster->phase;
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const u32 lane = first_lane(rest);
    if (w.cluster_arrivals[lane] > phase)
      return w.fault(trace::FaultKind::Assert, lane,
                     "arrives a second time at the barrier of its cluster, before it has waited there");
    ++w.cluster_arrivals[lane];
  }
  trace::BarrierEvent event;
  event.block = w.block->linear;
  event.warp = w.index;
  event.pc = w.pc;
  event.mask = w.mask;
  w.block->sink->on_barrier(event);
  tell(w, trace::OrderKind::ClusterArrive, w.mask, phase);
  return Flow::Next;
}

Flow wait(Warp& w) {
  const u32 phase = w.block->cluster->phase;
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const u32 lane = first_lane(rest);
    if (w.cluster_arrivals[lane] == 0)
      return w.fault(trace::FaultKind::Assert, lane,
                     "waits at the barrier of its cluster without having arrived there");
    if (w.cluster_arrivals[lane] <= phase) {
      w.block->cluster_waits = std::max(w.block->cluster_waits, w.cluster_arrivals[lane]);
      continue;
    }
    w.save();
    w.nodes[w.current].state = NodeState::AtCluster;
    w.current = none;
    return Flow::Leave;
  }
  tell(w, trace::OrderKind::ClusterWait, w.mask, phase - 1);
  return Flow::Next;
}

} // namespace

void visit_block(Warp& w, u32 rank, u32 lane) {
  Block& block = *w.block;
  const std::vector<Block*>& blocks = block.cluster->blocks;
  block.remote = rank < blocks.size() && !blocks[rank]->ended ? blocks[rank] : nullptr;
  if (block.remote == nullptr || block.remote == &block) return;
  Block::Visit& visit = block.remote->visit;
  if (visit.any && visit.arrivals >= w.cluster_arrivals[lane]) return;
  visit = {true, w.cluster_arrivals[lane], w.pc, w.index * warp_size + lane, block.linear};
}

Flow cluster_barrier(Warp& w, const program::Instruction& in) {
  return static_cast<program::ClusterStep>(in.imm) == program::ClusterStep::Arrive ? arrive(w) : wait(w);
}

bool Cluster::advance() {
  bool any = false;
  for (const Block* block : blocks)
    for (const Warp& warp : block->warps)
      for (u32 rest = block->ended ? 0 : warp.live; rest != 0; rest &= rest - 1) {
        if (warp.cluster_arrivals[first_lane(rest)] <= phase) return false;
        any = true;
      }
  if (!any) return false;
  ++phase;
  std::uint64_t age = 0;
  for (const Block* block : blocks) age = std::max(age, block->oldest());
  for (Block* block : blocks) {
    if (block->ended) continue;
    trace::BarrierEvent release;
    release.block = block->linear;
    release.phase = trace::BarrierPhase::Release;
    bool first = true;
    for (Warp& warp : block->warps) {
      for (const u32 id : warp.leaves) {
        Node& node = warp.nodes[id];
        if (node.state != NodeState::AtCluster) continue;
        node.state = NodeState::Runnable; // it will find the phase to be over
        if (first) release.pc = node.pc;
        first = false;
      }
      if (!warp.leaves.empty()) ++block->result->barriers;
    }
    block->come_of_age(age);
    block->woken = true;
    block->sink->on_barrier(release);
  }
  return true;
}

} // namespace warpscope::exec
