// Barriers, fences and groups of copies among a warp's steps.
#include "sim/multiprocessor/recorder.h"

#include <algorithm>
#include <utility>

namespace warpscope::multiprocessor {

namespace {

/// Registers for the results of loads that are made early: what each stretch has, and the most of any.
constexpr std::int32_t least_room = 2, most_room = 255;

} // namespace

/// Returns what of `stall`, cycles in front of an instruction, the warp waits for besides a barrier. The
/// first instruction behind one issues before the warp waits (CodeRecorder::follow_barrier).
std::uint32_t StepRecorder::pass_behind_barrier(std::uint32_t index, const Node& node, std::uint32_t stall) {
  Warp& warp = warps_[index];
  if (const std::size_t at = std::exchange(warp.barrier_step, no_step); at != no_step) {
    Step& step = block_.warps[index][at];
    step.stall = static_cast<std::uint16_t>(step.stall + stall);
    if (node.branch) step.service = behind_barrier;
    return 0;
  }
  if (!warp.barrier || (!node.memory && !node.branch && node.cost.slots == 1)) return stall;
  const std::size_t at = add_barrier(index);
  if (at != no_step && node.branch) block_.warps[index][at].service = behind_barrier;
  return stall;
}

/// Writes down the barrier that the warp has come to, behind what it has issued; returns its step.
std::size_t StepRecorder::add_barrier(std::uint32_t index) {
  Warp& warp = warps_[index];
  warp.barrier = false;
  flush(index);
  add(index, {.op = Op::Barrier, .origin = warp.barrier_pc});
  return truncated_ ? no_step : block_.warps[index].size() - 1;
}

void StepRecorder::on_barrier(const trace::BarrierEvent& event) {
  if (truncated_) return;
  if (event.phase == trace::BarrierPhase::Release) {
    for (Warp& warp : warps_) warp.arrived = false;
    return;
  }
  // A warp that arrives in parts arrives once.
  Warp& warp = warp_of(event.warp);
  if (std::exchange(warp.arrived, true)) return;
  end_region(event.warp);
  if (warp.barrier) warp.barrier_step = add_barrier(event.warp);
  if (const std::size_t at = std::exchange(warp.barrier_step, no_step); at != no_step)
    block_.warps[event.warp][at].service = behind_barrier;
  warp.barrier = true;
  warp.barrier_pc = warp.pc;
}

void StepRecorder::on_order(const trace::OrderEvent& event) {
  if (truncated_) return;
  Warp& warp = warp_of(event.warp);
  if (event.kind != trace::OrderKind::CopyCommit) end_region(event.warp);
  const auto wait_until = [&](std::size_t groups) {
    groups = std::min(groups, warp.groups.size());
    if (groups > warp.waited_groups && warp.groups[groups - 1] != 0)
      wait_for(event.warp, warp.groups[groups - 1]);
    warp.waited_groups = std::max(warp.waited_groups, groups);
  };
  switch (event.kind) {
  case trace::OrderKind::CopyCommit: warp.groups.push_back(warp.last_copy); break;
  case trace::OrderKind::CopyWaitOldest: wait_until(warp.waited_groups + 1); break;
  case trace::OrderKind::CopyWaitPrior:
    wait_until(warp.groups.size() - std::min<std::size_t>(warp.groups.size(), event.prior));
    break;
  case trace::OrderKind::FenceDevice: {
    const std::uint32_t load = ++warp.loads;
    const bool for_host = static_cast<program::FenceScope>(program_.code[warp.pc].imm) ==
                          program::FenceScope::System;
    add(event.warp, {.op = Op::Fence,
                     .token = static_cast<std::uint8_t>(token_for(event.warp, load)),
                     .keeps = true,
                     .service = static_cast<std::uint16_t>(for_host ? 1 : 0),
                     .origin = warp.pc});
    wait_for(event.warp, load);
    break;
  }
  case trace::OrderKind::ObjectWait:
    if (warp.last_copy != 0) wait_for(event.warp, warp.last_copy);
    break;
  default: break;
  }
}

/// Registers for loads that are made early, by the stretch's worst point: those that hold no value there in
/// the order of the text, and those that hold results of its own loads.
std::uint32_t StepRecorder::room_of(const Warp& warp) const {
  const std::size_t count = warp.operations.size();
  std::vector<std::uint32_t> last(count, 0); // who reads a load's result last
  for (std::uint32_t i = 0; i < count; ++i) {
    const Operation& operation = warp.operations[i];
    for (std::uint32_t at = operation.first; at < operation.first + operation.count; ++at)
      if (warp.dependencies[at].result) last[warp.dependencies[at].on] = i;
  }
  std::vector<std::int32_t> loaded(count + 1, 0); // what changes in front of each
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!warp.operations[i].early || last[i] == 0) continue;
    const auto registers = static_cast<std::int32_t>(warp.operations[i].registers);
    loaded[i + 1] += registers;
    loaded[last[i] + 1] -= registers;
  }
  std::int32_t room = most_room, held = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    held += loaded[i];
    room = std::min(room, room_[warp.nodes[i].origin] + held);
  }
  return static_cast<std::uint32_t>(std::max(least_room, room));
}

/// A number of 32 bits is divided by one that the warp has divided by before: its reciprocal is there,
/// whether the divisions are turns of a loop or stand side by side.
bool StepRecorder::has_reciprocal(Warp& warp, const program::Instruction& division, const Uses& uses) {
  const bool divides = division.op == program::Opcode::DivU32 || division.op == program::Opcode::RemU32 ||
                       division.op == program::Opcode::DivS32 || division.op == program::Opcode::RemS32;
  if (!divides || uses.reads.size() != 2) return false;
  return std::exchange(warp.registers[uses.reads[1]].inverted, true);
}

} // namespace warpscope::multiprocessor
