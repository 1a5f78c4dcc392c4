// Turns the executor's events into steps.
#include "sim/multiprocessor/recorder.h"

#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/program/opcode_table.h"

#include <algorithm>
#include <utility>

namespace warpscope::multiprocessor {

namespace {

using program::Opcode;
using program::OperandKind;

/// Instructions that a compiler makes conditional in place of a branch around them, at most: all warps issue
/// them.
constexpr std::uint32_t most_conditional = 8;

constexpr std::uint32_t longest_run = 64; ///< slots: other warps of the sub-partition get their turn between

std::uint32_t most_lanes_on_one_word(const WarpAccess& access) {
  std::array<std::uint32_t, warp_size> words{};
  std::uint32_t count = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0) words[count++] = access.offset[lane];
  std::sort(words.begin(), words.begin() + count);
  std::uint32_t most = 0, same = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    same = i != 0 && words[i] == words[i - 1] ? same + 1 : 1;
    most = std::max(most, same);
  }
  return most;
}

/// Arithmetic of counters and addresses: in a loop the compiler steps it along, folds it into accesses, or
/// does it once for several iterations.
bool is_regular(Opcode op) {
  switch (op) {
  case Opcode::Add32:
  case Opcode::Sub32:
  case Opcode::Mul32:
  case Opcode::Shl32:
  case Opcode::Add64:
  case Opcode::Sub64:
  case Opcode::Mul64:
  case Opcode::Shl64:
  case Opcode::Gep32:
  case Opcode::Gep64:
  case Opcode::Icmp32:
  case Opcode::Icmp64:
  case Opcode::Branch: return true;
  default: return false;
  }
}

} // namespace

std::vector<Line> lines_of(const WarpAccess& access) {
  std::vector<Line> lines;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    const std::uint32_t first = access.offset[lane] / sector_bytes,
                        last = (access.offset[lane] + access.width - 1) / sector_bytes;
    for (std::uint32_t sector = first; sector <= last; ++sector) {
      const std::uint32_t number = sector / sectors_per_line, bit = 1u << sector % sectors_per_line;
      const auto at = std::find_if(lines.rbegin(), lines.rend(),
                                   [&](const Line& line) { return line.number == number; });
      if (at != lines.rend()) at->sectors |= bit;
      else lines.push_back({number, bit});
    }
  }
  return lines;
}

StepRecorder::StepRecorder(const program::Program& program, std::size_t most_steps, bool unrolled)
    : program_(program), most_steps_(most_steps), loops_(find_loops(program)), unrolled_(unrolled) {
  if (unrolled)
    for (Loop& loop : loops_.loops) loop.unrolled = 1;
  for (const program::Function& function : program.functions) slots_ = std::max(slots_, function.slots);
  for (const program::Instruction& instruction : program.code) uses_.push_back(uses_of(instruction));
}

StepRecorder::Uses StepRecorder::uses_of(const program::Instruction& instruction) const {
  Uses uses;
  uses.cost = cost_of(instruction);
  uses.regular = is_regular(instruction.op);
  uses.memory = program::is_memory(instruction.op) && instruction.op != Opcode::LoadParam;
  const program::OpcodeInfo& info = program::info_of(instruction.op);
  const auto name = [&](OperandKind kind, std::uint32_t operand, std::vector<std::uint32_t>& to) {
    if (operand == program::no_operand || (operand & program::constant_operand) != 0) return;
    std::uint32_t count = 0;
    if (kind == OperandKind::S32) count = 1;
    if (kind == OperandKind::S64) count = 2;
    if (kind == OperandKind::N) {
      const std::uint32_t values = program::is_atomic(instruction.op) ? 1u : instruction.components;
      count = values * (instruction.bytes == 8 ? 2u : 1u);
    }
    for (std::uint32_t i = 0; i < count; ++i) to.push_back(operand + i);
    if (kind == OperandKind::P) to.push_back(slots_ + operand);
  };
  name(info.dst, instruction.dst, uses.writes);
  name(info.a, instruction.a, uses.reads);
  name(info.b, instruction.b, uses.reads);
  name(info.c, instruction.c, uses.reads);
  return uses;
}

StepRecorder::Warp& StepRecorder::warp_of(std::uint32_t index) {
  if (index >= warps_.size()) {
    warps_.resize(index + 1);
    block_.warps.resize(index + 1);
  }
  return warps_[index];
}

void StepRecorder::on_block_begin(std::uint64_t) {
  warps_.clear();
  block_ = {};
}

void StepRecorder::on_instruction(const trace::InstructionEvent& event) {
  if (truncated_) return;
  Warp& warp = warp_of(event.warp);
  const Uses& uses = uses_[event.pc];
  follow_loop(event.warp, event.pc);
  warp.pc = event.pc;
  const auto at = [&](std::uint32_t index) -> Register& {
    if (index >= warp.registers.size()) warp.registers.resize(index + 1);
    return warp.registers[index];
  };
  const auto is_under_way = [&](const Register& source) {
    return source.load != 0 && warp.under_way[source.load % token_count] == source.load;
  };
  const Opcode op = program_.code[event.pc].op;
  if (warp.skips_to != 0) {
    if (event.pc == warp.skips_to) {
      const std::uint32_t skipped = slots_between(warp.skips_from, warp.skips_to);
      warp.slots += skipped;
      warp.clock += skipped;
    }
    warp.skips_to = 0;
  }
  if (op == Opcode::Branch) {
    const program::Instruction& branch = program_.code[event.pc];
    const std::uint32_t near = std::min(branch.b, branch.c), far = std::max(branch.b, branch.c);
    if (near == event.pc + 1 && slots_between(near, far) != 0) warp.skips_from = near, warp.skips_to = far;
  }
  std::uint32_t gate = 0;
  for (const std::uint32_t index : uses.reads) gate = std::max(gate, at(index).gate);
  const bool loops = op == Opcode::Icmp32 || op == Opcode::Icmp64 || op == Opcode::Branch;
  const bool counts = uses.regular && !(loops && unrolled_) && warp.loop != InLoop::none &&
                      gate <= warp.loop_loads;
  const bool free = !uses.memory && (uses.cost.slots == 0 || counts);
  std::uint64_t ready = 0;
  std::uint32_t passes_on = 0; // the load that a move passes on: nobody has needed it yet
  for (const std::uint32_t index : uses.reads) {
    const Register source = at(index);
    if (!is_under_way(source)) ready = std::max(ready, source.ready);
    else if (free && source.load > passes_on) {
      if (passes_on != 0 && passes_on != source.load) wait_for(event.warp, passes_on);
      passes_on = source.load;
    } else if (!free || source.load != passes_on) {
      wait_for(event.warp, source.load);
    }
  }
  if (op == Opcode::Call || op == Opcode::Ret)
    for (const std::uint32_t load : warp.under_way)
      if (load != 0 && load != warp.last_copy) wait_for(event.warp, load); // frames move: forget nothing
  const std::uint64_t issued = std::max(warp.clock, ready);
  if (!free) {
    if (warp.slots == 0) warp.run_origin = event.pc;
    warp.stall += static_cast<std::uint32_t>(issued - warp.clock);
    warp.clock = issued + std::max<std::uint16_t>(uses.cost.slots, 1);
    if (!uses.memory && op != Opcode::BarSync && op != Opcode::BarRed) {
      warp.slots += uses.cost.slots;
      warp.busy[static_cast<std::size_t>(uses.cost.pipe)] += uses.cost.busy;
    }
  }
  const std::uint64_t result = free ? ready : issued + uses.cost.latency;
  bool fixed = !uses.memory && op != Opcode::Special && op != Opcode::LoadParam && op != Opcode::Shuffle32 &&
               op != Opcode::ShuffleP && op != Opcode::WarpMask && op != Opcode::Call;
  for (const std::uint32_t index : uses.reads) fixed = fixed && at(index).fixed;
  if (uses.memory) {
    warp.address_gate = uses.reads.empty() ? 0 : at(uses.reads.front()).gate;
    warp.address_fixed = uses.reads.empty() || at(uses.reads.front()).fixed;
  }
  for (const std::uint32_t index : uses.writes) at(index) = {result, passes_on, gate, fixed};
  if (op == Opcode::Branch && (!loops_.at[event.pc].exit || gate > warp.loop_loads)) {
    flush(event.warp);
    warp.floor = block_.warps[event.warp].size();
  }
  if (warp.slots >= longest_run) flush(event.warp);
}

/// Slots of the instructions from `from` on and before `to`, if a compiler makes them conditional; else 0.
std::uint32_t StepRecorder::slots_between(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t slots = 0;
  for (std::uint32_t pc = from; pc < to; ++pc) {
    const Opcode op = program_.code[pc].op;
    if (op == Opcode::Branch || op == Opcode::Jump || op == Opcode::BarSync || op == Opcode::BarRed ||
        op == Opcode::Call || op == Opcode::Ret)
      return 0;
    slots += uses_[pc].memory ? 1 : uses_[pc].cost.slots;
    if (slots > most_conditional) return 0;
  }
  return slots;
}

/// Iterations that are scheduled together begin where `floor` is.
void StepRecorder::follow_loop(std::uint32_t index, std::uint32_t pc) {
  Warp& warp = warps_[index];
  const std::uint32_t loop = loops_.at[pc].loop;
  if (loop == InLoop::none || pc != loops_.loops[loop].header) {
    if (loop != warp.loop && pc < warp.pc) flush(index), warp.floor = block_.warps[index].size();
    warp.loop = loop;
    return;
  }
  const bool again = loop == warp.loop && warp.pc > pc;
  warp.iteration = again ? warp.iteration + 1 : 0;
  if (!again) warp.loop_loads = warp.loads;
  warp.loop = loop;
  if (warp.iteration % loops_.loops[loop].unrolled == 0 && again) {
    flush(index);
    warp.floor = block_.warps[index].size();
  }
}

void StepRecorder::wait_for(std::uint32_t index, std::uint32_t load) {
  Warp& warp = warps_[index];
  std::uint32_t& entry = warp.under_way[load % token_count];
  if (entry != load) return;
  entry = 0;
  flush(index);
  add(index, {.op = Op::Wait, .token = static_cast<std::uint8_t>(load % token_count), .origin = warp.pc});
}

/// Writes down what the warp has issued since its last step.
void StepRecorder::flush(std::uint32_t index) {
  Warp& warp = warps_[index];
  if (warp.slots == 0) return; // a stall goes to the next run
  Step step{.op = Op::Run,
            .slots = static_cast<std::uint16_t>(warp.slots),
            .stall = static_cast<std::uint16_t>(std::min<std::uint32_t>(warp.stall, 0xFFFF)),
            .origin = warp.run_origin};
  for (std::size_t pipe = 1; pipe < pipe_count; ++pipe)
    if (warp.busy[pipe] > warp.slots && warp.busy[pipe] > step.service) {
      step.pipe = static_cast<Pipe>(pipe);
      step.service = static_cast<std::uint16_t>(std::min<std::uint32_t>(warp.busy[pipe], 0xFFFF));
    }
  warp.slots = warp.stall = 0;
  std::fill(std::begin(warp.busy), std::end(warp.busy), 0);
  add(index, step);
}

void StepRecorder::add(std::uint32_t index, const Step& step) {
  if (step_count_ >= most_steps_) {
    truncated_ = true;
    return;
  }
  ++step_count_;
  block_.warps[index].push_back(step);
}

/// Adds a load as early as the compiler may put it: behind what its address needs, behind stores that it may
/// read, and behind the floor.
void StepRecorder::hoist(std::uint32_t index, const Step& step) {
  Warp& warp = warps_[index];
  std::vector<Step>& steps = block_.warps[index];
  std::size_t place = steps.size();
  for (; place > warp.floor; --place) {
    const Step& before = steps[place - 1];
    const bool needed = before.op == Op::Wait && warp.address_gate != 0 &&
                        before.token == warp.address_gate % token_count;
    const bool stores = step.op == Op::Shared ? before.op == Op::Shared && !before.keeps
                                              : before.op == Op::Store || before.op == Op::Atomic;
    // The same number again: its earlier result must have been waited for.
    const bool taken = before.token == step.token && (before.keeps || before.op == Op::Wait);
    if (needed || stores || taken || before.op == Op::Barrier || before.op == Op::Copy) break;
  }
  // Loads keep their order.
  while (place < steps.size() && steps[place].keeps && steps[place].op == step.op) ++place;
  add(index, step);
  if (!truncated_)
    std::rotate(steps.begin() + static_cast<std::ptrdiff_t>(place), steps.end() - 1, steps.end());
}

/// Adds the rounds of an atomic that is a loop: a load, the arithmetic, a compare-and-swap, the branch back.
void StepRecorder::add_loop(std::uint32_t index, const model::LoopCounts& loop) {
  const std::uint32_t origin = warps_[index].pc, rounds = std::max(1u, loop.rounds);
  const auto access = [&](std::uint32_t wavefronts) {
    Step step{.op = Op::Shared, .keeps = true, .origin = origin};
    step.service = static_cast<std::uint16_t>(std::max(1u, wavefronts / rounds));
    step.token = new_token(index);
    const std::uint32_t load = warps_[index].loads;
    add(index, step);
    wait_for(index, load);
  };
  for (std::uint32_t round = 0; round < rounds; ++round) {
    access(loop.loads.wavefronts);
    add(index, {.slots = 1, .stall = 3, .origin = origin});
    access(loop.swaps.wavefronts);
    add(index, {.slots = 2, .stall = 6, .origin = origin});
  }
}

std::uint8_t StepRecorder::new_token(std::uint32_t index) {
  Warp& warp = warps_[index];
  const std::uint32_t load = ++warp.loads;
  warp.under_way[load % token_count] = load;
  return static_cast<std::uint8_t>(load % token_count);
}

void StepRecorder::on_access(const trace::AccessEvent& event) {
  if (truncated_ || event.space == Space::Param || event.space == Space::None) return;
  Warp& warp = warp_of(event.warp);
  const program::Site& site = program_.sites[event.site];
  const bool results = event.kind == AccessKind::Load || event.returns;
  if (event.space == Space::Constant && warp.address_fixed) {
    // The address is known when it is compiled: an operand of the instruction that needs it.
    for (const std::uint32_t index : uses_[warp.pc].writes) warp.registers[index] = {};
    return;
  }
  flush(event.warp);
  if (event.space == Space::Global || event.space == Space::Local) {
    global(event.warp, event, site.async_copy);
  } else {
    Step step{
        .op = event.space == Space::Shared ? Op::Shared : Op::Constant, .keeps = results, .origin = warp.pc};
    step.service = static_cast<std::uint16_t>(event.space == Space::Shared
                                                  ? model::count_banks(event.access, event.kind).wavefronts
                                                  : model::count_constant(event.access).passes);
    if (site.async_copy && event.kind == AccessKind::Store && warp.last_copy != 0) {
      block_.warps[event.warp][warp.copy_step].service = step.service;
      return;
    }
    if (event.space == Space::Shared && model::loops(event.access, event.kind)) {
      add_loop(event.warp, model::count_loop(event.access));
      return;
    }
    if (step.keeps) step.token = new_token(event.warp);
    if (event.kind == AccessKind::Load) hoist(event.warp, step);
    else add(event.warp, step);
  }
  if (!results || site.async_copy) return;
  for (const std::uint32_t index : uses_[warp.pc].writes)
    warp.registers[index].load = warp.registers[index].gate = warp.loads;
}

void StepRecorder::global(std::uint32_t index, const trace::AccessEvent& event, bool copy) {
  Warp& warp = warps_[index];
  std::vector<Line> lines;
  if (event.space == Space::Local) {
    // Lanes' words lie side by side: one line for each word, if all lanes name the same.
    for (std::uint32_t byte = 0; byte < event.access.width; byte += 4) {
      const auto lane = static_cast<std::uint32_t>(__builtin_ctz(event.access.mask));
      const std::uint32_t word = (event.access.offset[lane] + byte) / 4 & 0xFFFF;
      lines.push_back({local_lines + (index << 16) + word, 15});
    }
  } else {
    lines = lines_of(event.access);
  }
  Step step{.op = Op::Load,
            .count = static_cast<std::uint16_t>(lines.size()),
            .first = static_cast<std::uint32_t>(block_.lines.size()),
            .origin = warp.pc};
  if (event.kind == AccessKind::Store) step.op = Op::Store;
  if (event.kind == AccessKind::Atomic) {
    step.op = Op::Atomic;
    step.service = static_cast<std::uint16_t>(most_lanes_on_one_word(event.access));
  }
  if (copy && step.op == Op::Load) step.op = Op::Copy;
  step.keeps = step.op == Op::Load || step.op == Op::Copy || event.returns;
  if (step.keeps) step.token = new_token(index);
  if (step.op == Op::Copy) {
    warp.last_copy = warp.loads;
    warp.copy_step = block_.warps[index].size();
  }
  block_.lines.insert(block_.lines.end(), lines.begin(), lines.end());
  if (step.op == Op::Load) hoist(index, step);
  else add(index, step);
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
  flush(event.warp);
  add(event.warp, {.op = Op::Barrier, .origin = warp.pc});
  warp.floor = block_.warps[event.warp].size();
}

void StepRecorder::on_order(const trace::OrderEvent& event) {
  if (truncated_) return;
  Warp& warp = warp_of(event.warp);
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
  case trace::OrderKind::ObjectWait:
    if (warp.last_copy != 0) wait_for(event.warp, warp.last_copy);
    break;
  default: break;
  }
}

void StepRecorder::on_block_end(std::uint64_t) {
  if (truncated_) return;
  for (std::uint32_t index = 0; index < warps_.size(); ++index) flush(index);
  if (!truncated_ && !block_.warps.empty()) blocks_.push_back(std::move(block_));
}

} // namespace warpscope::multiprocessor
