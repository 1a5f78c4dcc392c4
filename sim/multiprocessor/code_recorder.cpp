// Turns what runs of machine code report into steps.
#include "sim/multiprocessor/code_recorder.h"

#include "sim/multiprocessor/accesses.h"

#include <algorithm>
#include <utility>

namespace warpscope::multiprocessor {

namespace {

/// Other warps of the sub-partition get their turn behind so many slots, and behind an instruction after
/// which the warp waits so long.
constexpr std::uint32_t longest_code_run = 8, long_stall = 4;

/// Instructions from a loop's load to its compare-and-swap, and from that to the branch back, at most.
constexpr std::uint32_t longest_loop = 12, longest_way_back = 4;

using Kind = CodeCost::Kind;

} // namespace

CodeRecorder::CodeRecorder(std::vector<CodeCost> costs, std::size_t most_steps)
    : costs_(std::move(costs)), most_steps_(most_steps), executed_(costs_.size()) {}

CodeRecorder::Warp& CodeRecorder::warp_of(std::uint32_t index) {
  if (index >= warps_.size()) {
    warps_.resize(index + 1);
    block_.warps.resize(index + 1);
  }
  return warps_[index];
}

void CodeRecorder::on_block_begin(std::uint64_t) {
  // Blocks that have run long take turns; their steps would mix.
  if (std::exchange(open_, true)) truncated_ = true;
  warps_.clear();
  block_ = {};
}

void CodeRecorder::on_instruction(const trace::InstructionEvent& event) {
  if (truncated_ || event.pc >= costs_.size()) return;
  Warp& warp = warp_of(event.warp);
  settle(event.warp);
  if (!executed_[event.pc]) {
    executed_[event.pc] = true;
    ++instructions_;
  }
  if (warp.pc != no_pc && event.pc != warp.pc + 1) {
    // A slot passes without an instruction.
    if (warp.slots == 0) warp.origin = warp.pc;
    ++warp.slots;
    warp.stall += branch_taken - 1;
    warp.clock += branch_taken;
    if (warp.swap_step != no_step && event.pc == warp.load_pc) {
      const std::uint32_t swap = block_.warps[event.warp][warp.swap_step].origin;
      warp.loops_again = warp.pc > swap && warp.pc - swap <= longest_way_back;
    }
  }
  warp.pc = event.pc;
  if (follow_barrier(event.warp, event.pc)) return;
  const CodeCost& cost = costs_[event.pc];
  for (std::size_t counter = 0; counter < code_counters; ++counter)
    if ((cost.waits >> counter & 1u) != 0) wait(event.warp, counter, 0);
  if (cost.waits_most < code_counters) wait(event.warp, cost.waits_most, cost.most);
  switch (cost.kind) {
  case Kind::Access:
  case Kind::Constant:
  case Kind::Uniform:
  case Kind::Copy:
    warp.pending = event.pc;
    warp.mask = event.mask;
    return;
  case Kind::Shuffle: access(event.warp, {.op = Op::Shuffle, .keeps = true}, event.pc, cost); return;
  case Kind::Barrier: warp.barrier = event.pc; return;
  case Kind::Fence: fence(event.warp, event.pc, cost); return;
  case Kind::Commit:
    if (warp.copied && cost.counter < code_counters) warp.under_way[cost.counter].push_back(warp.last_copy);
    warp.copied = false;
    break;
  case Kind::Plain: break;
  }
  plain(event.warp, event.pc, cost);
}

/// Without a pass, and waited for, since nothing but a miss makes it late.
void CodeRecorder::uniform(std::uint32_t index, Step step, std::uint32_t pc, const CodeCost& cost) {
  Warp& warp = warps_[index];
  flush(index);
  step.service = 0;
  step.keeps = true;
  step.origin = pc;
  step.token = token_for(index);
  add(index, step);
  add(index, {.op = Op::Wait, .token = step.token, .origin = pc});
  warp.taken[step.token] = false;
  warp.clock += cost.stall;
  warp.stall += cost.stall - 1u;
}

/// The instruction behind a barrier issues before the warp waits, unless it goes elsewhere itself, and its
/// stall count passes meanwhile. Returns true when nothing is left to do for it.
bool CodeRecorder::follow_barrier(std::uint32_t index, std::uint32_t pc) {
  Warp& warp = warps_[index];
  const CodeCost& cost = costs_[pc];
  const bool goes_later = cost.kind == Kind::Barrier || cost.branch;
  if (const std::size_t step = std::exchange(warp.barrier_step, no_step); step != no_step && goes_later)
    block_.warps[index][step].service = behind_barrier;
  if (warp.barrier == no_pc) return false;
  const bool waits = cost.waits != 0 || cost.waits_most < code_counters;
  const bool issues = cost.kind == Kind::Plain && !cost.branch && !waits;
  const std::uint32_t stall = costs_[warp.barrier].stall - 1u;
  if (!issues) {
    add_barrier(index, stall);
    if (goes_later && warp.barrier_step != no_step)
      block_.warps[index][std::exchange(warp.barrier_step, no_step)].service = behind_barrier;
    warp.barrier_step = no_step;
    return false;
  }
  begin_run(index, cost);
  const std::uint32_t before = warp.stall;
  join_run(index, pc, cost);
  // Its slot is in front of the barrier's, its stall passes while the warp waits.
  const std::uint32_t passes = warp.stall - before;
  warp.stall -= passes;
  add_barrier(index, stall + passes);
  return true;
}

void CodeRecorder::add_barrier(std::uint32_t index, std::uint32_t stall) {
  Warp& warp = warps_[index];
  flush(index);
  const std::uint32_t pc = std::exchange(warp.barrier, no_pc);
  warp.barrier_step = block_.warps[index].size();
  add(index, {.op = Op::Barrier, .stall = static_cast<std::uint16_t>(stall), .origin = pc});
  if (truncated_) warp.barrier_step = no_step;
}

/// The warp goes on when it is done.
void CodeRecorder::fence(std::uint32_t index, std::uint32_t pc, const CodeCost& cost) {
  flush(index);
  const std::uint8_t token = token_for(index);
  add(index, {.op = Op::Fence, .token = token, .keeps = true, .service = cost.busy, .origin = pc});
  add(index, {.op = Op::Wait, .token = token, .origin = pc});
  warps_[index].taken[token] = false;
}

void CodeRecorder::plain(std::uint32_t index, std::uint32_t pc, const CodeCost& cost) {
  begin_run(index, cost);
  join_run(index, pc, cost);
  const Warp& warp = warps_[index];
  if (warp.slots >= longest_code_run || warp.stall >= long_stall) flush(index);
}

/// A unit takes its instructions one by one: each begins a run, and those without a unit join it.
void CodeRecorder::begin_run(std::uint32_t index, const CodeCost& cost) {
  if (cost.busy == 0) return;
  flush(index);
  warps_[index].pipe = cost.pipe;
  warps_[index].busy = cost.busy;
}

void CodeRecorder::join_run(std::uint32_t index, std::uint32_t pc, const CodeCost& cost) {
  Warp& warp = warps_[index];
  if (warp.slots == 0) warp.origin = pc;
  const std::uint32_t slots = 1u + cost.ports, goes_on = std::max<std::uint32_t>(cost.stall, slots);
  warp.slots += slots;
  if (cost.counter < code_counters && cost.latency != 0)
    warp.ready[cost.counter] = std::max<std::uint64_t>(warp.ready[cost.counter], warp.clock + cost.latency);
  warp.clock += goes_on;
  warp.stall += goes_on - slots;
}

/// An access that was not told about has no active lane, or is one of parameters. Without a lane it goes
/// through the LSU like any other, one of shared memory as a wavefront (an H200, 2026-11-29, ncu, a tree
/// that sums 2 M numbers by halves: 1,785,856 requests of the LSU and 1,787,562 wavefronts of shared memory,
/// where instructions with an active lane make 442,368 and 368,640).
void CodeRecorder::settle(std::uint32_t index) {
  Warp& warp = warps_[index];
  if (warp.pending == no_pc) return;
  const std::uint32_t pc = std::exchange(warp.pending, no_pc);
  CodeCost cost = costs_[pc];
  if (cost.kind == Kind::Constant && warp.mask != 0) {
    access(index, {.op = Op::Constant, .keeps = true, .service = 1}, pc, cost);
    return;
  }
  if (cost.kind == Kind::Access) {
    access(index, {.op = cost.shared ? Op::Shared : Op::Shuffle, .keeps = true, .service = 1}, pc, cost);
    return;
  }
  cost.counter = CodeCost::none;
  plain(index, pc, cost);
}

void CodeRecorder::on_access(const trace::AccessEvent& event) {
  if (truncated_ || event.site >= costs_.size()) return;
  Warp& warp = warp_of(event.warp);
  const CodeCost& cost = costs_[event.site];
  if (cost.kind == Kind::Copy && event.kind == AccessKind::Store) {
    Block unused;
    const Step store = step_of(event, {}, unused);
    if (warp.copied) block_.warps[event.warp][warp.copy_step].service = store.service;
    return;
  }
  const Step step = step_of(
      event, {.copies = cost.kind == Kind::Copy, .past_l1 = cost.past_l1, .work = cost.atomic}, block_);
  warp.pending = no_pc;
  if (cost.kind == Kind::Uniform) uniform(event.warp, step, event.site, cost);
  else access(event.warp, step, event.site, cost);
  if (step.op == Op::Shared && !truncated_) note_loop(event);
}

/// The last step is a load that a compare-and-swap may follow, or that, whose words are noted: other warps
/// may change them, too.
void CodeRecorder::note_loop(const trace::AccessEvent& event) {
  Warp& warp = warps_[event.warp];
  std::vector<Step>& steps = block_.warps[event.warp];
  const std::size_t at = steps.size() - 1;
  if (event.kind == AccessKind::Load) {
    warp.load_step = at;
    warp.load_pc = event.site;
  }
  if (!costs_[event.site].loops || warp.load_step == no_step || event.site < warp.load_pc ||
      event.site - warp.load_pc > longest_loop)
    return;
  if (std::exchange(warp.loops_again, false)) steps[warp.swap_step].stall = 0;
  steps[warp.load_step].work = steps[at].work = AtomicWork::Swaps;
  steps[at].stall = static_cast<std::uint16_t>(at - warp.load_step);
  steps[at].first = static_cast<std::uint32_t>(block_.lines.size());
  (void)add_swapped_words(event.access, block_.lines);
  steps[at].count = static_cast<std::uint16_t>(block_.lines.size() - steps[at].first);
  warp.swap_step = at;
}

void CodeRecorder::access(std::uint32_t index, Step step, std::uint32_t pc, const CodeCost& cost) {
  Warp& warp = warps_[index];
  flush(index);
  step.origin = pc;
  step.slots = cost.slots;
  if (step.op == Op::Copy) {
    if (warp.copied) warp.taken[warp.last_copy] = false; // the group's last stands for it
    step.token = warp.last_copy = token_for(index);
    warp.copied = true;
  } else if (step.keeps && cost.counter < code_counters) {
    step.token = token_for(index);
    warp.under_way[cost.counter].push_back(step.token);
  } else {
    step.keeps = false;
  }
  warp.copy_step = block_.warps[index].size();
  add(index, step);
  const std::uint32_t goes_on = std::max(cost.stall, cost.slots);
  warp.clock += goes_on;
  warp.stall += goes_on - cost.slots;
}

/// Waits until `most` results of the counter are under way.
void CodeRecorder::wait(std::uint32_t index, std::size_t counter, std::size_t most) {
  Warp& warp = warps_[index];
  std::vector<std::uint8_t>& tokens = warp.under_way[counter];
  if (tokens.size() > most) {
    flush(index);
    while (tokens.size() > most) {
      const std::uint8_t token = tokens.front();
      tokens.erase(tokens.begin());
      warp.taken[token] = false;
      add(index, {.op = Op::Wait, .token = token, .origin = warp.pc});
    }
    // Memory takes longer than what arithmetic is under way.
    warp.ready.fill(0);
  }
  if (most == 0 && warp.ready[counter] > warp.clock) {
    warp.stall += static_cast<std::uint32_t>(warp.ready[counter] - warp.clock);
    warp.clock = warp.ready[counter];
  }
}

std::uint8_t CodeRecorder::token_for(std::uint32_t index) {
  Warp& warp = warps_[index];
  for (std::uint32_t i = 0; i < token_count; ++i) {
    const std::uint32_t token = warp.next_token++ % token_count;
    if (warp.taken[token]) continue;
    warp.taken[token] = true;
    return static_cast<std::uint8_t>(token);
  }
  // All are under way: the oldest is waited for.
  for (std::size_t counter = 0; counter < code_counters; ++counter)
    if (!warp.under_way[counter].empty()) wait(index, counter, warp.under_way[counter].size() - 1);
  return token_for(index);
}

void CodeRecorder::flush(std::uint32_t index) {
  Warp& warp = warps_[index];
  if (warp.slots == 0) return; // a stall goes to the next run
  Step step{.op = Op::Run,
            .slots = static_cast<std::uint16_t>(warp.slots),
            .stall = static_cast<std::uint16_t>(std::min<std::uint32_t>(warp.stall, 0xFFFF)),
            .origin = warp.origin};
  if (warp.busy > 0) {
    step.pipe = warp.pipe;
    step.service = warp.busy;
  }
  warp.slots = warp.stall = 0;
  warp.busy = 0;
  add(index, step);
}

void CodeRecorder::add(std::uint32_t index, const Step& step) {
  if (step_count_ >= most_steps_) {
    truncated_ = true;
    return;
  }
  ++step_count_;
  block_.warps[index].push_back(step);
}

void CodeRecorder::on_block_end(std::uint64_t) {
  open_ = false;
  if (truncated_) return;
  for (std::uint32_t index = 0; index < warps_.size(); ++index) {
    settle(index);
    if (warps_[index].barrier != no_pc) add_barrier(index, 0);
    flush(index);
  }
  if (!truncated_ && !block_.warps.empty()) blocks_.push_back(std::move(block_));
}

} // namespace warpscope::multiprocessor
