// __syncthreads: the block's one hardware barrier, whichever call reaches it.
#include "sim/exec/block.h"

#include <algorithm>
#include <bit>

namespace warpscope::exec {
namespace {

constexpr std::uint32_t lane_bit(std::uint32_t lane) { return 1u << lane; }

/// The predicates that __syncthreads_count, _and and _or reduce over all threads that take part.
struct Votes {
  std::uint32_t count = 0;
  std::uint32_t total = 0;
};

std::uint32_t reduce(const Votes& votes, program::BarrierReduction reduction) {
  switch (reduction) {
  case program::BarrierReduction::And: return votes.count == votes.total ? 1 : 0;
  case program::BarrierReduction::Or: return votes.count != 0 ? 1 : 0;
  default: return votes.count;
  }
}

/// Visits every waiting leaf with the instruction that it waits at.
template <class Visit> void for_waiting(Block& block, NodeState state, Visit visit) {
  for (Warp& warp : block.warps) {
    for (const std::uint32_t id : warp.leaves) {
      Node& node = warp.nodes[id];
      if (node.state == state) visit(warp, node, block.program->code[node.pc]);
    }
  }
}

void add_threads(const Warp& warp, std::uint32_t mask, std::vector<std::uint32_t>& threads) {
  for (; mask != 0; mask &= mask - 1) {
    threads.push_back(warp.index * warp_size + static_cast<std::uint32_t>(std::countr_zero(mask)));
  }
}

/// Returns the live lanes that are in no leaf: they wait at a reconvergence point for the others of their
/// warp.
std::uint32_t parked_lanes(const Warp& warp) {
  std::uint32_t in_leaves = 0;
  for (const std::uint32_t id : warp.leaves) in_leaves |= warp.nodes[id].mask;
  return warp.live & ~in_leaves;
}

void add_elsewhere(BarrierDivergence& report, const Warp& warp, Whereabouts where, std::uint32_t pc,
                   std::uint32_t lanes) {
  if (lanes == 0) return;
  auto at = std::find_if(report.elsewhere.begin(), report.elsewhere.end(),
                         [&](const Elsewhere& e) { return e.where == where && e.pc == pc; });
  if (at == report.elsewhere.end()) at = report.elsewhere.insert(at, {where, pc, {}});
  add_threads(warp, lanes, at->threads);
}

/// Describes the divergence: which threads are at `pc` and where the others are. The others are all threads
/// of the block, or only those that have not exited.
BarrierDivergence describe(Block& block, std::uint32_t pc, bool exited_too) {
  BarrierDivergence report;
  report.pc = pc;
  report.block = block.linear;
  for (Warp& warp : block.warps) {
    std::uint32_t here = 0;
    for (const std::uint32_t id : warp.leaves) {
      const Node& node = warp.nodes[id];
      if ((node.state == NodeState::AtBarrier || node.state == NodeState::AtObject ||
           node.state == NodeState::AtCluster) &&
          node.pc == pc)
        here |= node.mask;
      else if (node.state == NodeState::AtBarrier)
        add_elsewhere(report, warp, Whereabouts::OtherBarrier, node.pc, node.mask);
      else if (node.state == NodeState::AtWarpSync)
        add_elsewhere(report, warp, Whereabouts::WarpSync, node.pc, node.mask);
      else if (node.state == NodeState::AtObject)
        add_elsewhere(report, warp, Whereabouts::BarrierObject, node.pc, node.mask);
      else if (node.state == NodeState::AtCluster)
        add_elsewhere(report, warp, Whereabouts::OtherBarrier, node.pc, node.mask);
    }
    add_elsewhere(report, warp, Whereabouts::Reconvergence, 0, parked_lanes(warp));
    const std::uint32_t rest = block.threads - warp.index * warp_size;
    const std::uint32_t all = rest >= warp_size ? all_lanes : lane_bit(rest) - 1;
    add_threads(warp, here, report.arrived);
    const std::uint32_t others = exited_too ? all : warp.live;
    add_elsewhere(report, warp, Whereabouts::Exited, 0, others & ~warp.live);
    add_threads(warp, others & ~here, report.missing);
  }
  return report;
}

/// Writes the result of __syncthreads_count, _and or _or for each waiting thread.
void hand_out_votes(Block& block) {
  Votes votes;
  for_waiting(block, NodeState::AtBarrier,
              [&](Warp& warp, Node& node, const program::Instruction& instruction) {
                if (instruction.op != program::Opcode::BarRed) return;
                warp.enter(static_cast<std::uint32_t>(&node - warp.nodes.data()));
                const std::uint32_t* value = warp.source(instruction.a);
                for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
                  if ((node.mask & lane_bit(lane)) == 0) continue;
                  ++votes.total;
                  if (value[lane] != 0) ++votes.count;
                }
              });
  for_waiting(
      block, NodeState::AtBarrier, [&](Warp& warp, Node& node, const program::Instruction& instruction) {
        if (instruction.op != program::Opcode::BarRed) return;
        warp.enter(static_cast<std::uint32_t>(&node - warp.nodes.data()));
        const std::uint32_t value = reduce(votes, static_cast<program::BarrierReduction>(instruction.imm));
        std::uint32_t* to = warp.destination(instruction.dst, 1, node.mask);
        for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
          if ((node.mask & lane_bit(lane)) != 0) to[lane] = value;
        }
      });
}

/// What a cuda::barrier waits for: bytes, if one waits for some, or arrivals.
std::string missing_text(const Block& block) {
  for (const auto& [place, bytes] : block.awaited_bytes)
    if (bytes > 0)
      return std::to_string(bytes) + " bytes that no copy brings any more: it expects more than are copied";
    else if (bytes < 0)
      return "the end of a phase that has got " + std::to_string(-bytes) + " bytes more than it expects";
  return "arrivals that no thread makes any more";
}

void record(Block& block, BarrierDivergence report) {
  std::vector<BarrierDivergence>& all = block.result->barrier_divergence;
  const bool known = std::any_of(all.begin(), all.end(), [&](const BarrierDivergence& one) {
    return one.pc == report.pc && one.block == report.block && one.deadlock == report.deadlock;
  });
  if (!known && all.size() < max_divergence_reports) all.push_back(std::move(report));
}

} // namespace

bool Block::at_grid_barrier() const {
  bool any = false;
  for (const Warp& warp : warps) {
    for (const std::uint32_t id : warp.leaves) {
      const Node& node = warp.nodes[id];
      if (node.state != NodeState::AtBarrier || program->code[node.pc].op != program::Opcode::GridSync)
        return false;
      any = true;
    }
    if (parked_lanes(warp) != 0) return false;
  }
  return any;
}

bool Block::release_barrier(bool grid) {
  std::uint32_t first_pc = none;
  bool one_pc = true;
  bool votes_here = false;
  std::uint32_t arrived = 0;
  for (Warp& warp : warps) {
    for (const std::uint32_t id : warp.leaves) {
      const Node& node = warp.nodes[id];
      if (node.state != NodeState::AtBarrier) return false;
      const program::Opcode op = program->code[node.pc].op;
      if ((op == program::Opcode::GridSync) != grid) return false;
      votes_here = votes_here || op == program::Opcode::BarRed;
      one_pc = one_pc && (first_pc == none || first_pc == node.pc);
      first_pc = std::min(first_pc, node.pc);
      arrived += static_cast<std::uint32_t>(std::popcount(node.mask));
    }
    if (parked_lanes(warp) != 0) return false;
  }
  if (first_pc == none) return false;
  if (!one_pc || arrived != threads) record(*this, describe(*this, first_pc, true));

  if (votes_here) hand_out_votes(*this);
  come_of_age(oldest());
  for (Warp& warp : warps) {
    for (const std::uint32_t id : warp.leaves) { // all live lanes wait here
      warp.nodes[id].state = NodeState::Runnable;
      ++warp.nodes[id].pc;
    }
    if (!warp.leaves.empty()) ++result->barriers;
  }
  trace::BarrierEvent release;
  release.block = linear;
  release.pc = first_pc;
  release.phase = trace::BarrierPhase::Release;
  sink->on_barrier(release);
  return true;
}

void Block::report_deadlock() {
  std::uint32_t pc = none, object_pc = none, cluster_pc = none;
  for_waiting(*this, NodeState::AtBarrier,
              [&](Warp&, Node& node, const program::Instruction&) { pc = std::min(pc, node.pc); });
  for_waiting(*this, NodeState::AtObject, [&](Warp&, Node& node, const program::Instruction&) {
    object_pc = std::min(object_pc, node.pc);
  });
  for_waiting(*this, NodeState::AtCluster, [&](Warp&, Node& node, const program::Instruction&) {
    cluster_pc = std::min(cluster_pc, node.pc);
  });
  std::uint32_t thread = none, sync_pc = none;
  for_waiting(*this, NodeState::AtWarpSync, [&](Warp& warp, Node& node, const program::Instruction&) {
    const std::uint32_t first = warp.index * warp_size +
                                static_cast<std::uint32_t>(std::countr_zero(node.mask));
    if (first < thread) thread = first, sync_pc = node.pc;
  });
  if (pc != none || object_pc != none || cluster_pc != none) {
    BarrierDivergence report = describe(*this,
                                        pc != none          ? pc
                                        : object_pc != none ? object_pc
                                                            : cluster_pc,
                                        false);
    report.deadlock = true;
    fault.message = thread_text(report.arrived.front());
    if (pc != none)
      fault.message += " waits at a barrier that " + std::to_string(report.missing.size()) + " of " +
                       std::to_string(threads) + " threads cannot reach: they wait for others elsewhere";
    else if (object_pc != none) fault.message += " waits at a cuda::barrier for " + missing_text(*this);
    else
      fault.message +=
          " waits at the barrier of its cluster, where other threads of the cluster do not arrive";
    fault.thread = report.arrived.front();
    fault.pc = report.pc;
    record(*this, std::move(report));
  } else if (thread != none) {
    fault.message = thread_text(thread) + " waits in __syncwarp for lanes of its mask that wait elsewhere or "
                                          "name another mask (undefined in CUDA; an H200 ran on)";
    fault.thread = thread;
    fault.pc = sync_pc;
  }
  fault.kind = trace::FaultKind::Deadlock;
  fault.block = linear;
}

} // namespace warpscope::exec
