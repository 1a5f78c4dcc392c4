// Turns the executor's events into steps.
#include "sim/multiprocessor/recorder.h"

#include "sim/multiprocessor/accesses.h"
#include "sim/multiprocessor/code_recorder.h"
#include "sim/multiprocessor/fused.h"
#include "sim/multiprocessor/registers.h"
#include "sim/program/opcode_table.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace warpscope::multiprocessor {

namespace {

using program::Opcode;
using program::OperandKind;

/// Instructions that a compiler makes conditional in place of a branch around them, at most: all warps issue
/// them.
constexpr std::uint32_t most_conditional = 8;

/// Cycles from a comparison to a branch that hangs on it, beyond those to other instructions, and from a
/// branch to the next instruction: what NVIDIA's assembler writes into them (ISETP 13, BRA 5).
constexpr std::uint32_t predicate_to_branch = 9, behind_branch = 5;

/// What a kernel begins with: its stack's end and the descriptor of global memory are loaded.
constexpr std::uint16_t prologue = 2;

/// Registers for the results of loads that are made early, where nothing limits them.
constexpr std::int32_t no_limit = 255;

/// Instructions for which a value that has its place in local memory stays in the register that an
/// instruction of the same stretch needed, and registers that are left for such. Judged.
constexpr std::size_t stays = 16;
constexpr std::int32_t room_beside_spills = 8;

constexpr std::uint32_t first_spilled_word = 0x8000; ///< of local memory, beyond the arrays of the text

constexpr std::size_t longest_region = 512; ///< instructions that are scheduled together

constexpr std::uint32_t longest_run = 64; ///< slots: other warps of the sub-partition get their turn between

/// Of the loads that a value needs, the latest are kept.
void add_loads(std::array<std::uint32_t, 4>& to, const std::array<std::uint32_t, 4>& from) {
  for (const std::uint32_t load : from) {
    if (load == 0 || std::find(to.begin(), to.end(), load) != to.end()) continue;
    const auto oldest = std::min_element(to.begin(), to.end());
    *oldest = std::max(*oldest, load);
  }
}

AtomicWork atomic_work(const program::Instruction& instruction) {
  using program::AtomicOp;
  switch (static_cast<AtomicOp>(instruction.components)) {
  case AtomicOp::AddF32:
  case AtomicOp::AddF64:
  case AtomicOp::AddF16:
  case AtomicOp::AddBF16:
  case AtomicOp::AddF16x2:
  case AtomicOp::AddBF16x2: return AtomicWork::AddsFloats;
  case AtomicOp::Cas: return AtomicWork::Swaps;
  case AtomicOp::Exch: return AtomicWork::Exchanges;
  case AtomicOp::MinS:
  case AtomicOp::MinU:
  case AtomicOp::MaxS:
  case AtomicOp::MaxU: return AtomicWork::Compares;
  default: return AtomicWork::Other;
  }
}

/// What PTX writes behind `ld` for a load that L1 may not answer.
constexpr std::string_view hints_past_l1[] = {".cg",          ".cv",          ".volatile",   ".relaxed.gpu",
                                              ".relaxed.sys", ".acquire.gpu", ".acquire.sys"};
/// Volatile, or with a hint in its PTX: "ld.global.cg.u32".
bool goes_past_l1(const program::Site& site) {
  if (site.is_volatile) return true;
  return std::any_of(std::begin(hints_past_l1), std::end(hints_past_l1), [&](std::string_view hint) {
    return site.instruction.starts_with("ld") && site.instruction.find(hint) != std::string::npos;
  });
}

} // namespace

StepRecorder::StepRecorder(const program::Program& program, std::size_t most_steps, bool unrolled,
                           const std::vector<std::uint32_t>& kept, std::vector<std::uint32_t> spilled)
    : program_(program), most_steps_(most_steps), spilled_(std::move(spilled)), loops_(find_loops(program)),
      unrolled_(unrolled) {
  const auto is_kept = [&](const Loop& loop) {
    for (std::uint32_t pc = loop.header; pc <= loop.latch; ++pc)
      if (std::find(kept.begin(), kept.end(), program.span_of(pc).line) != kept.end()) return true;
    return false;
  };
  for (const program::Site& site : program.sites) past_l1_.push_back(goes_past_l1(site));
  executed_.resize(program.code.size());
  for (const program::Function& function : program.functions) slots_ = std::max(slots_, function.slots);
  for (const program::Instruction& instruction : program.code) uses_.push_back(uses_of(instruction));
  const std::vector<Cost> costs = costs_of(program);
  for (std::size_t pc = 0; pc < uses_.size(); ++pc) uses_[pc].cost = costs[pc];
  if (unrolled)
    for (Loop& loop : loops_.loops)
      loop.unrolled = is_kept(loop) ? 1 : iterations_together(program, costs, loop);
  room_.assign(program.code.size(), no_limit);
  if (!spilled_.empty()) room_.assign(program.code.size(), room_beside_spills);
  for (const program::Function& function : program.functions) {
    if (!spilled_.empty()) break;
    const std::vector<std::uint32_t> before = registers_before(program, function);
    if (before.empty()) continue;
    const std::uint32_t budget = register_budget(*std::max_element(before.begin(), before.end()));
    for (std::uint32_t i = 0; i < before.size(); ++i)
      room_[function.entry + i] = static_cast<std::int32_t>(budget) -
                                  static_cast<std::int32_t>(before[i] + temporaries);
  }
}

StepRecorder::Uses StepRecorder::uses_of(const program::Instruction& instruction) const {
  Uses uses;
  uses.memory = program::is_memory(instruction.op) && instruction.op != Opcode::LoadParam &&
                !program::is_no_access(instruction);
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

void StepRecorder::on_block_begin(std::uint64_t block) {
  block_number_ = block;
  warps_.clear();
  block_ = {};
}

void StepRecorder::on_instruction(const trace::InstructionEvent& event) {
  if (truncated_) return;
  Warp& warp = warp_of(event.warp);
  const Uses& uses = uses_[event.pc];
  if (!executed_[event.pc]) {
    executed_[event.pc] = true;
    instructions_ += uses.memory ? 1 : uses.cost.slots;
  }
  if (!std::exchange(warp.begun, true))
    add_node(warp, {.cost = {.slots = prologue, .latency = prologue}, .origin = event.pc}, {});
  follow_loop(event.warp, event.pc);
  follow_lanes(warp, event);
  warp.pc = event.pc;
  const auto at = [&](std::uint32_t index) -> Register& {
    if (index >= warp.registers.size()) warp.registers.resize(index + 1);
    return warp.registers[index];
  };
  const Opcode op = program_.code[event.pc].op;
  if (warp.else_to != 0) {
    warp.else_taken = warp.else_taken || event.pc == warp.else_from;
    if (event.pc == warp.else_to) {
      if (!warp.else_taken) issue_without_lanes(event.warp, warp.else_from, warp.else_to);
      warp.else_to = 0;
    }
  }
  if (warp.skips_to != 0) {
    if (event.pc == warp.skips_to) issue_without_lanes(event.warp, warp.skips_from, warp.skips_to);
    warp.skips_to = 0;
  }
  bool conditional = false;
  if (op == Opcode::Branch) {
    const program::Instruction& branch = program_.code[event.pc];
    const std::uint32_t near = std::min(branch.b, branch.c), far = std::max(branch.b, branch.c);
    conditional = near == event.pc + 1 && slots_between(near, far) != 0;
    if (conditional) warp.skips_from = near, warp.skips_to = far;
    const program::Instruction& last = program_.code[std::max(far, 1u) - 1];
    if (near == event.pc + 1 && far > near + 1 && last.op == Opcode::Jump && last.imm > far &&
        slots_between(near, far - 1) != 0 && slots_between(far, last.imm) != 0) {
      conditional = true;
      warp.skips_from = near, warp.skips_to = far;
      warp.else_from = far, warp.else_to = last.imm, warp.else_taken = false;
    }
  }
  const bool stays = stays_in_memory(uses);
  if (!spilled_.empty() && !stays)
    for (const std::uint32_t slot : uses.reads) reload(event.warp, slot);
  Register value;
  value.fixed = !uses.memory && op != Opcode::Special && op != Opcode::LoadParam && op != Opcode::Shuffle32 &&
                op != Opcode::ShuffleP && op != Opcode::WarpMask && op != Opcode::Call;
  const auto which = static_cast<program::SpecialRegister>(program_.code[event.pc].imm);
  const bool of_block = op == Opcode::Special && which >= program::SpecialRegister::NTidX &&
                        which <= program::SpecialRegister::NCtaidZ;
  value.uniform = value.fixed || of_block || op == Opcode::LoadParam;
  for (const std::uint32_t index : uses.reads) {
    value.gate = std::max(value.gate, at(index).gate);
    value.uniform = value.uniform && at(index).uniform;
    value.fixed = value.fixed && at(index).fixed;
  }
  for (const std::uint32_t index : uses.writes) at(index); // grows before any reference is kept
  const bool in_loop = warp.loop != InLoop::none;
  const bool loops = op == Opcode::Icmp32 || op == Opcode::Icmp64 || op == Opcode::Branch ||
                     (in_loop && loops_.loops[warp.loop].counter == event.pc);
  const bool own_loop = loops && unrolled_ &&
                        !(in_loop && (warp.iteration + 1) % loops_.loops[warp.loop].unrolled != 0);
  const bool counts = in_loop && loops_.at[event.pc].spared && !own_loop && value.gate <= warp.loop_loads;
  if (uses.memory) {
    warp.address_fixed = uses.reads.empty() || at(uses.reads.front()).fixed;
    warp.address_uniform = uses.reads.empty() || at(uses.reads.front()).uniform;
    return; // on_access() makes the node
  }
  if (op == Opcode::Call || op == Opcode::Ret) {
    end_region(event.warp); // frames move: forget nothing
    for (const std::uint32_t load : warp.under_way)
      if (load != 0 && load != warp.last_copy) wait_for(event.warp, load);
  }
  if (op == Opcode::BarSync || op == Opcode::BarRed) return;
  const program::MatrixPart part = program_.code[event.pc].part;
  if (op == Opcode::Shuffle32 && part == program::MatrixPart::None) {
    add_access(event.warp, {.op = Op::Shuffle, .keeps = true, .slots = 2, .origin = event.pc}, false);
    return;
  }
  if ((uses.cost.slots == 0 && part != program::MatrixPart::Result) || counts) {
    // Costs nothing: what it makes waits for what its operands wait for.
    for (const std::uint32_t index : uses.reads) join(value, at(index), warp.region);
  } else {
    Node node{.cost = has_reciprocal(warp, program_.code[event.pc], uses) ? by_reciprocal : uses.cost,
              .origin = event.pc};
    if (op == Opcode::Branch && !conditional) {
      node.branch = true;
      // The loop goes on by a branch that is taken, at its end.
      node.taken = loops_.at[event.pc].exit;
      warp.way = node.taken ? Way::Loop : Way::Branch;
    }
    add_node(warp, std::move(node), uses.reads);
    value.region = warp.region;
    value.makers[0] = static_cast<std::uint32_t>(warp.nodes.size() - 1);
    value.maker_count = 1;
  }
  if (stays)
    for (const std::uint32_t slot : uses.writes) warp.registers[slot] = value;
  else write(event.warp, uses.writes, value);
  if (op == Opcode::Branch && !conditional && (!loops_.at[event.pc].exit || value.gate > warp.loop_loads))
    end_region(event.warp);
  else if (warp.nodes.size() >= longest_region || has_longer_path(program_.code[event.pc]))
    end_region(event.warp);
}

/// `value` comes to wait for what `operand` waits for.
void StepRecorder::join(Register& value, const Register& operand, std::uint32_t region) {
  if (operand.region == region) {
    value.region = region;
    for (std::uint32_t i = 0; i < operand.maker_count; ++i) {
      const auto end = value.makers.begin() + value.maker_count;
      if (std::find(value.makers.begin(), end, operand.makers[i]) != end) continue;
      if (value.maker_count < value.makers.size()) value.makers[value.maker_count++] = operand.makers[i];
      else value.makers.back() = std::max(value.makers.back(), operand.makers[i]);
    }
  }
  value.ready = std::max(value.ready, operand.ready);
  add_loads(value.loads, operand.loads);
}

void StepRecorder::write(std::uint32_t index, const std::vector<std::uint32_t>& writes,
                         const Register& value) {
  for (const std::uint32_t slot : writes) {
    warps_[index].registers[slot] = value;
    if (is_spilled(slot)) access_spilled(index, slot, AccessKind::Store);
  }
}

/// A copy from one place in local memory to another is none: the value has one place.
bool StepRecorder::stays_in_memory(const Uses& uses) const {
  const auto all_spilled = [&](const std::vector<std::uint32_t>& slots) {
    return !slots.empty() &&
           std::all_of(slots.begin(), slots.end(), [&](std::uint32_t slot) { return is_spilled(slot); });
  };
  return !uses.memory && uses.cost.slots == 0 && all_spilled(uses.reads) && all_spilled(uses.writes);
}

/// Loads a value that is needed from its place in local memory.
void StepRecorder::reload(std::uint32_t index, std::uint32_t slot) {
  Warp& warp = warps_[index];
  if (!is_spilled(slot)) return;
  if (slot >= warp.registers.size()) warp.registers.resize(slot + 1);
  const Register& value = warp.registers[slot];
  if (value.region == warp.region && value.maker_count != 0 && value.makers[0] + stays > warp.nodes.size())
    return;
  access_spilled(index, slot, AccessKind::Load);
}

void StepRecorder::access_spilled(std::uint32_t index, std::uint32_t slot, AccessKind kind) {
  Warp& warp = warps_[index];
  trace::AccessEvent event{.block = block_number_, .warp = index, .space = Space::Local, .kind = kind};
  event.access.mask = warp.mask;
  for (std::uint32_t& offset : event.access.offset) offset = 4 * (first_spilled_word + spilled_[slot] - 1);
  Node node{.step = step_of(event, {}, block_), .memory = true, .spill = true, .origin = warp.pc};
  node.step.origin = warp.pc;
  if (kind == AccessKind::Load) node.load = ++warp.loads;
  add_node(warp, std::move(node), {slot});
  if (kind != AccessKind::Load) return;
  Register& value = warp.registers[slot];
  value.region = warp.region;
  value.makers[0] = static_cast<std::uint32_t>(warp.nodes.size() - 1);
  value.maker_count = 1;
}

/// Adds an instruction to the stretch; `reads` are its operands.
void StepRecorder::add_node(Warp& warp, Node node, const std::vector<std::uint32_t>& reads) {
  const auto first = static_cast<std::uint32_t>(warp.dependencies.size());
  const auto depend = [&](std::uint32_t on, bool result) {
    for (std::size_t i = first; i < warp.dependencies.size(); ++i)
      if (warp.dependencies[i].on == on) {
        warp.dependencies[i].result = warp.dependencies[i].result || result;
        return;
      }
    warp.dependencies.push_back({on, result});
  };
  for (const std::uint32_t index : reads) {
    if (index >= warp.registers.size()) continue;
    const Register& source = warp.registers[index];
    node.ready = std::max(node.ready, source.ready);
    add_loads(node.loads, source.loads);
    if (source.region != warp.region) continue;
    for (std::uint32_t i = 0; i < source.maker_count; ++i) depend(source.makers[i], true);
  }
  const auto number = static_cast<std::uint32_t>(warp.nodes.size());
  std::uint32_t latency = node.cost.latency;
  if (node.memory) {
    const bool shared = node.step.op == Op::Shared;
    const bool ordered = node.step.op != Op::Constant && node.step.op != Op::Shuffle && !node.spill;
    const std::size_t space = shared ? 0 : 1;
    const bool stores = node.step.op == Op::Store || node.step.op == Op::Atomic ||
                        (shared && (!node.step.keeps || node.atomic));
    const bool far = (node.step.op == Op::Load && !node.spill) || node.step.op == Op::Atomic;
    latency = !node.step.keeps ? 1 : far ? 300 : 30;
    if (ordered) {
      if (warp.last_store[space] != ~0u) depend(warp.last_store[space], false);
      if (stores) {
        for (const std::uint32_t read : warp.reads[space]) depend(read, false);
        warp.reads[space].clear();
        warp.last_store[space] = number;
      } else {
        warp.reads[space].push_back(number);
      }
    }
  }
  const auto count = static_cast<std::uint32_t>(warp.dependencies.size() - first);
  const bool early = node.memory && node.load != 0 && node.step.op != Op::Shuffle && !node.atomic;
  // Loads of shared memory come soon: what waits for them frees their registers before long.
  const bool far = early && node.step.op == Op::Load;
  const auto results = static_cast<std::uint32_t>(uses_[node.origin].writes.size());
  const std::uint32_t registers = !far ? 0 : node.spill ? 1 : results;
  warp.operations.push_back(
      {std::max<std::uint32_t>(1, node.cost.slots), latency, first, count, early, registers});
  const auto mix = [&](std::uint64_t word) {
    warp.shape = (warp.shape ^ word) * 0x9E3779B97F4A7C15ull;
    warp.shape ^= warp.shape >> 29;
  };
  mix(std::uint64_t{registers} << 56 | std::uint64_t{node.cost.slots} << 48 | std::uint64_t{latency} << 32 |
      count);
  for (std::size_t i = first; i < warp.dependencies.size(); ++i)
    mix(std::uint64_t{warp.dependencies[i].on} << 1 | (warp.dependencies[i].result ? 1 : 0));
  warp.nodes.push_back(std::move(node));
}

/// Writes down the stretch in the order that a compiler gives it.
void StepRecorder::end_region(std::uint32_t index) {
  Warp& warp = warps_[index];
  if (!warp.nodes.empty()) {
    const std::uint32_t room = room_of(warp);
    auto& order = orders_[warp.shape ^ warp.nodes.size() ^ std::uint64_t{room} << 32];
    if (order.size() != warp.nodes.size()) order = schedule(warp.operations, warp.dependencies, room);
    for (const std::uint32_t node : order) {
      emit(index, node);
      if (truncated_) return;
    }
    for (Register& value : warp.registers) {
      if (value.region != warp.region) continue;
      value.region = 0;
      for (std::uint32_t i = 0; i < value.maker_count; ++i) {
        const Node& maker = warp.nodes[value.makers[i]];
        if (maker.load != 0) add_loads(value.loads, {maker.load});
        else value.ready = std::max(value.ready, maker.finished);
      }
    }
    warp.nodes.clear();
    warp.operations.clear();
    warp.dependencies.clear();
  }
  warp.shape = 0;
  for (std::size_t space = 0; space < 2; ++space) {
    warp.last_store[space] = ~0u;
    warp.reads[space].clear();
  }
  ++warp.region;
  flush(index);
}

void StepRecorder::emit(std::uint32_t index, std::uint32_t number) {
  Warp& warp = warps_[index];
  Node& node = warp.nodes[number];
  std::uint64_t ready = node.ready;
  const auto need = [&](std::uint32_t load) {
    if (load == 0) return;
    warp.pc = node.origin;
    wait_for(index, load);
  };
  for (const std::uint32_t load : node.loads) need(load);
  const Operation& operation = warp.operations[number];
  for (std::uint32_t i = operation.first; i < operation.first + operation.count; ++i) {
    if (!warp.dependencies[i].result) continue;
    const Node& maker = warp.nodes[warp.dependencies[i].on];
    if (maker.load != 0) need(maker.load);
    else ready = std::max(ready, maker.finished);
  }
  if (node.branch) ready += predicate_to_branch;
  const std::uint64_t issued = std::max(warp.clock, ready);
  if (warp.slots == 0) warp.run_origin = node.origin;
  warp.stall += pass_behind_barrier(index, node, static_cast<std::uint32_t>(issued - warp.clock));
  warp.clock = issued + (node.memory ? std::max<std::uint16_t>(node.cost.slots, 1) : node.cost.slots);
  node.finished = issued + node.cost.latency;
  if (node.branch) pass(warp, 0, behind_branch - 1);
  if (node.branch && node.taken) pass(warp, 1, branch_taken - 1);
  if (!node.memory) {
    if (node.cost.busy > 0) { // a unit takes them one by one
      flush(index);
      warp.pipe = node.cost.pipe;
      warp.busy = node.cost.busy;
    }
    warp.slots += node.cost.slots;
    if (warp.barrier) warp.barrier_step = add_barrier(index);
    if (warp.slots >= longest_run) flush(index);
    return;
  }
  flush(index);
  if (node.load != 0) node.step.token = token_for(index, node.load);
  add(index, node.step);
}

/// Slots in which the warp issues nothing, and cycles in which others can.
void StepRecorder::pass(Warp& warp, std::uint32_t slots, std::uint32_t stall) {
  if (warp.slots == 0) warp.run_origin = warp.pc;
  warp.slots += slots;
  warp.stall += stall;
  warp.clock += slots + stall;
}

/// Lanes part at a branch, take turns and meet again.
void StepRecorder::follow_lanes(Warp& warp, const trace::InstructionEvent& event) {
  const std::uint32_t before = std::exchange(warp.mask, event.mask);
  const Way way = std::exchange(warp.way, Way::On);
  if (way != Way::On && event.mask != before && (event.mask & ~before) == 0) {
    warp.parted |= before;
    // Those that leave a loop go to the meeting place first.
    if (way == Way::Loop) pass(warp, 2, branch_taken + behind_branch + lanes_meet - 2);
  }
  const bool turn = warp.parted != 0 && (event.mask & ~before) != 0;
  if (turn || (way == Way::Branch && event.pc != warp.pc + 1)) pass(warp, 1, branch_taken - 1);
  // Those that come to the meeting place wait there for the others, or go on with them.
  if (turn) pass(warp, 1, behind_branch + lanes_meet - 1);
  if ((warp.parted & ~event.mask) == 0) warp.parted = 0;
}

/// The token of a load that is added next. When all are taken, the oldest is waited for.
std::uint8_t StepRecorder::token_for(std::uint32_t index, std::uint32_t load) {
  Warp& warp = warps_[index];
  const std::uint32_t token = warp.next_token++ % token_count;
  if (warp.under_way[token] != 0) wait_for(index, warp.under_way[token]);
  warp.under_way[token] = load;
  return static_cast<std::uint8_t>(token);
}

/// Slots of the instructions from `from` on and before `to`, if a compiler makes them conditional; else 0.
std::uint32_t StepRecorder::slots_between(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t slots = 0;
  for (std::uint32_t pc = from; pc < to; ++pc) {
    const Opcode op = program_.code[pc].op;
    if (op == Opcode::Jump && pc + 1 == to) break;
    if (op == Opcode::Branch || op == Opcode::Jump || op == Opcode::BarSync || op == Opcode::BarRed ||
        op == Opcode::Call || op == Opcode::Ret)
      return 0;
    slots += uses_[pc].memory ? 1 : uses_[pc].cost.slots;
    if (slots > most_conditional) return 0;
  }
  return slots;
}

/// What a compiler makes conditional all warps issue: who waits for a result of it waits, with or without
/// lanes, and what accesses memory takes its cycle of the LSU (see CodeRecorder).
void StepRecorder::issue_without_lanes(std::uint32_t index, std::uint32_t from, std::uint32_t to) {
  Warp& warp = warps_[index];
  const std::uint32_t at = std::exchange(warp.pc, from);
  for (std::uint32_t pc = from; pc < to; ++pc) {
    const program::Instruction& instruction = program_.code[pc];
    if (instruction.op == Opcode::Jump) break;
    const Uses& uses = uses_[pc];
    for (const std::uint32_t written : uses.writes)
      if (written >= warp.registers.size()) warp.registers.resize(written + 1);
    warp.pc = pc;
    const Space space = uses.memory ? program_.sites[instruction.imm].space : Space::None;
    if (uses.memory && space != Space::Constant && space != Space::Param) {
      const Op op = space == Space::Shared ? Op::Shared : Op::Shuffle;
      const bool loads = !uses.writes.empty();
      const std::uint16_t slots = access_slots(space, !loads, program_.sites[instruction.imm].width);
      Step step{.op = op, .keeps = loads, .slots = slots, .service = 1, .origin = pc};
      step.stores = !loads;
      add_access(index, step, false);
      continue;
    }
    if (uses.cost.slots == 0 && !uses.memory) continue;
    Register value;
    add_node(warp, {.cost = uses.memory ? Cost{.slots = 1, .latency = 1} : uses.cost, .origin = pc},
             uses.reads);
    value.region = warp.region;
    value.makers[0] = static_cast<std::uint32_t>(warp.nodes.size() - 1);
    value.maker_count = 1;
    for (const std::uint32_t written : uses.writes) warp.registers[written] = value;
  }
  warp.pc = at;
}

/// Iterations that are scheduled together are one stretch.
void StepRecorder::follow_loop(std::uint32_t index, std::uint32_t pc) {
  Warp& warp = warps_[index];
  const std::uint32_t loop = loops_.at[pc].loop;
  if (loop == InLoop::none || pc != loops_.loops[loop].header) {
    if (loop != warp.loop && pc < warp.pc) end_region(index);
    warp.loop = loop;
    return;
  }
  const bool again = loop == warp.loop && warp.pc > pc;
  warp.iteration = again ? warp.iteration + 1 : 0;
  if (!again) warp.loop_loads = warp.loads;
  warp.loop = loop;
  if (warp.iteration % loops_.loops[loop].unrolled == 0 && again) end_region(index);
}

void StepRecorder::wait_for(std::uint32_t index, std::uint32_t load) {
  Warp& warp = warps_[index];
  for (std::uint32_t token = 0; token < token_count; ++token) {
    if (warp.under_way[token] != load) continue;
    warp.under_way[token] = 0;
    flush(index);
    add(index, {.op = Op::Wait, .token = static_cast<std::uint8_t>(token), .origin = warp.pc});
    return;
  }
}

/// Writes down what the warp has issued since its last step.
void StepRecorder::flush(std::uint32_t index) {
  Warp& warp = warps_[index];
  if (warp.slots == 0) return; // a stall goes to the next run
  Step step{.op = Op::Run,
            .slots = static_cast<std::uint16_t>(warp.slots),
            .stall = static_cast<std::uint16_t>(std::min<std::uint32_t>(warp.stall, 0xFFFF)),
            .origin = warp.run_origin};
  if (warp.busy > 0) {
    step.pipe = warp.pipe;
    step.service = warp.busy;
  }
  warp.slots = warp.stall = warp.busy = 0;
  add(index, step);
}

void StepRecorder::add(std::uint32_t index, const Step& step) {
  if (warps_[index].barrier) add_barrier(index);
  if (step_count_ >= most_steps_) {
    truncated_ = true;
    return;
  }
  ++step_count_;
  block_.warps[index].push_back(step);
}

/// Adds the rounds of an atomic that is a loop: a load, the arithmetic, a compare-and-swap, the branch back.
void StepRecorder::add_loop(std::uint32_t index, const model::LoopCounts& loop, WarpAccess left) {
  const std::uint32_t origin = warps_[index].pc, rounds = std::max(1u, loop.rounds);
  // Returns its index: older results may have to be waited for first, or a barrier.
  const auto access = [&](Step step, std::uint32_t wavefronts) {
    step.service = static_cast<std::uint16_t>(std::max(1u, wavefronts / rounds));
    const std::uint32_t load = ++warps_[index].loads;
    step.token = token_for(index, load);
    add(index, step);
    const std::size_t at = block_.warps[index].size() - 1;
    wait_for(index, load);
    return at;
  };
  const Step part{.op = Op::Shared, .keeps = true, .origin = origin, .work = AtomicWork::Swaps};
  for (std::uint32_t round = 0; round < rounds && !truncated_; ++round) {
    const std::size_t loaded = access(part, loop.loads.wavefronts);
    add(index, {.slots = 1, .stall = 3, .origin = origin});
    Step swap = part;
    swap.first = static_cast<std::uint32_t>(block_.lines.size());
    left.mask &= ~add_swapped_words(left, block_.lines);
    swap.count = static_cast<std::uint16_t>(block_.lines.size() - swap.first);
    if (swap.count == 0) swap.work = AtomicWork::Other; // all of its words have been named
    const bool last = swap.count != 0 && (left.mask == 0 || round + 1 == rounds);
    const std::size_t swapped = access(swap, loop.swaps.wavefronts);
    if (last && !truncated_)
      block_.warps[index][swapped].stall = static_cast<std::uint16_t>(swapped - loaded);
    add(index, {.slots = 2, .stall = 6, .origin = origin});
  }
}

void StepRecorder::on_access(const trace::AccessEvent& event) {
  if (truncated_ || event.space == Space::Param || event.space == Space::None) return;
  Warp& warp = warp_of(event.warp);
  const program::Site& site = program_.sites[event.site];
  const std::vector<std::uint32_t>& writes = uses_[warp.pc].writes;
  if (event.space == Space::Constant && warp.address_fixed) {
    // The address is known when it is compiled: an operand of the instruction that needs it.
    write(event.warp, writes, {});
    return;
  }
  if (event.space == Space::Shared && !site.async_copy && model::loops(event.access, event.kind)) {
    end_region(event.warp);
    add_loop(event.warp, model::count_loop(event.access), event.access);
    write(event.warp, writes, {});
    return;
  }
  if (site.async_copy && event.space == Space::Shared && event.kind == AccessKind::Store &&
      warp.last_copy != 0) {
    Block unused;
    block_.warps[event.warp][warp.copy_step].service = step_of(event, {}, unused).service;
    return;
  }
  const AtomicWork work = event.kind == AccessKind::Atomic ? atomic_work(program_.code[warp.pc])
                                                           : AtomicWork::Other;
  Step step = step_of(event, {.copies = site.async_copy, .past_l1 = past_l1_[event.site], .work = work},
                      block_);
  step.origin = warp.pc;
  // ULDC, which takes no pass.
  if (step.op == Op::Constant && warp.address_uniform) step.service = 0;
  if (step.op != Op::Copy) {
    add_access(event.warp, step, event.kind == AccessKind::Atomic);
    return;
  }
  end_region(event.warp);
  const std::uint32_t load = ++warp.loads;
  step.token = token_for(event.warp, load);
  warp.last_copy = load;
  warp.copy_step = block_.warps[event.warp].size();
  add(event.warp, step);
}

/// Adds the access of the instruction that is executed to the stretch.
void StepRecorder::add_access(std::uint32_t index, const Step& step, bool atomic) {
  Warp& warp = warps_[index];
  const Uses& uses = uses_[warp.pc];
  Node node{.cost = {.slots = step.slots}, .step = step, .memory = true, .atomic = atomic, .origin = warp.pc};
  if (step.keeps) node.load = ++warp.loads;
  add_node(warp, std::move(node), uses.reads);
  if (step.keeps) {
    Register value;
    value.region = warp.region;
    value.makers[0] = static_cast<std::uint32_t>(warp.nodes.size() - 1);
    value.maker_count = 1;
    value.gate = warp.loads;
    value.uniform = step.op == Op::Constant && step.service == 0;
    write(index, uses.writes, value);
  }
  if (warp.nodes.size() >= longest_region) end_region(index);
}

void StepRecorder::on_block_end(std::uint64_t) {
  if (truncated_) return;
  for (std::uint32_t index = 0; index < warps_.size(); ++index) {
    end_region(index);
    if (warps_[index].barrier) add_barrier(index);
  }
  if (!truncated_ && !block_.warps.empty()) blocks_.push_back(std::move(block_));
}

} // namespace warpscope::multiprocessor
