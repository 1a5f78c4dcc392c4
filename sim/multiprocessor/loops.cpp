// Finds loops by their jumps back.
#include "sim/multiprocessor/loops.h"

#include "sim/multiprocessor/liveness.h"
#include "sim/program/opcode_table.h"

#include <algorithm>
#include <optional>

namespace warpscope::multiprocessor {

namespace {

using program::Instruction;
using program::Opcode;

constexpr std::uint32_t fully = 32, partly = 4;

/// The lowest target of a jump or branch at `pc` that lies at or before it; InLoop::none: it goes forward.
std::uint32_t target_back(const Instruction& instruction, std::uint32_t pc) {
  std::uint32_t target = InLoop::none;
  if (instruction.op == Opcode::Jump) target = instruction.imm;
  if (instruction.op == Opcode::Branch) target = std::min(instruction.b, instruction.c);
  return target <= pc ? target : InLoop::none;
}

bool leaves(const Instruction& instruction, const Loop& loop) {
  const auto outside = [&](std::uint32_t pc) { return pc < loop.header || pc > loop.latch; };
  return instruction.op == Opcode::Branch && (outside(instruction.b) || outside(instruction.c));
}

/// True when the branch at `pc` hangs on a comparison with a constant.
bool compares_with_constant(const program::Program& program, std::uint32_t pc, std::uint32_t first) {
  for (std::uint32_t at = pc; at-- > first;) {
    const Instruction& instruction = program.code[at];
    if (instruction.op != Opcode::Icmp32 && instruction.op != Opcode::Icmp64) continue;
    if (instruction.dst != program.code[pc].a) continue;
    return (instruction.b & program::constant_operand) != 0;
  }
  return false;
}

constexpr std::uint32_t no_pc = ~0u;

bool is_sum(Opcode op) {
  return op == Opcode::Add32 || op == Opcode::Add64 || op == Opcode::Sub32 || op == Opcode::Sub64;
}

/// The sum of the loop that steps the counter whose comparison the branch at `pc` hangs on, by a constant;
/// no_pc: there is none, or other conditions decide, too.
std::uint32_t counter_of(const program::Program& program, std::uint32_t pc, const Loop& loop) {
  for (std::uint32_t at = pc; at-- > loop.header;) {
    const Instruction& compare = program.code[at];
    const bool writes = program::info_of(compare.op).dst == program::OperandKind::P &&
                        compare.dst == program.code[pc].a;
    if (!writes) continue;
    if (compare.op != Opcode::Icmp32 && compare.op != Opcode::Icmp64) return no_pc;
    for (std::uint32_t step = loop.header; step <= loop.latch; ++step) {
      const Instruction& add = program.code[step];
      if (is_sum(add.op) && (add.dst == compare.a || add.dst == compare.b || add.a == compare.a) &&
          (add.b & program::constant_operand) != 0)
        return step;
    }
    return no_pc;
  }
  return no_pc;
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
  case Opcode::Sext32To64:
  case Opcode::Zext32To64:
  case Opcode::Icmp32:
  case Opcode::Icmp64:
  case Opcode::Mov32:
  case Opcode::Mov64:
  case Opcode::Branch: return true;
  default: return false;
  }
}

/// Which of the loop's results are data behind it: what is alive where it is left and is no counter, which
/// its loop steps by what does not change in it.
std::vector<bool> results_of(const program::Program& program, const Loop& loop, const Liveness& liveness) {
  std::vector<std::uint32_t> writes; // by slot
  const auto count_of = [&](std::uint32_t slot) { return slot < writes.size() ? writes[slot] : 0; };
  for (std::uint32_t pc = loop.header; pc <= loop.latch; ++pc)
    each_write(program.code[pc], [&](std::uint32_t slot) {
      if (slot >= writes.size()) writes.resize(slot + 1);
      ++writes[slot];
    });
  const auto is_fixed = [&](std::uint32_t operand) {
    return operand == program::no_operand || (operand & program::constant_operand) != 0 ||
           count_of(operand) == 0;
  };
  // A copy of what it is stepped to is the counter, too.
  const auto comes_back_to = [&](std::uint32_t from, std::uint32_t to) {
    if (from == to) return count_of(to) == 1;
    for (std::uint32_t pc = loop.header; pc <= loop.latch; ++pc) {
      const Instruction& copy = program.code[pc];
      if ((copy.op == Opcode::Mov32 || copy.op == Opcode::Mov64) && copy.a == from && copy.dst == to)
        return count_of(from) == 1 && count_of(to) == 1;
    }
    return false;
  };
  std::vector<bool> results(writes.size(), false);
  const auto leave_to = [&](std::uint32_t target) {
    if (target >= loop.header && target <= loop.latch) return;
    for (std::uint32_t slot = 0; slot < writes.size(); ++slot)
      if (writes[slot] != 0 && liveness.alive_before(target, slot)) results[slot] = true;
  };
  for (std::uint32_t pc = loop.header; pc <= loop.latch; ++pc)
    if (program.code[pc].op == Opcode::Branch) leave_to(program.code[pc].b), leave_to(program.code[pc].c);
  for (std::uint32_t pc = loop.header; pc <= loop.latch; ++pc) {
    const Instruction& step = program.code[pc];
    const bool steps = is_sum(step.op) || step.op == Opcode::Gep32 || step.op == Opcode::Gep64;
    if (!steps || !is_fixed(step.b) || !comes_back_to(step.dst, step.a)) continue;
    results[step.dst] = results[step.a] = false;
    if (step.op == Opcode::Add64 || step.op == Opcode::Sub64) // the upper halves
      results[step.dst + 1] = results[step.a + 1] = false;
  }
  return results;
}

/// Marks the regular arithmetic of a loop whose results nothing but regular arithmetic and addresses use;
/// `results`: by slot, what is data behind the loop.
void spare(const program::Program& program, const Loop& loop, const std::vector<bool>& results,
           std::vector<InLoop>& at) {
  const auto width = [](program::OperandKind kind) {
    return kind == program::OperandKind::S64 ? 2u : kind == program::OperandKind::S32 ? 1u : 0u;
  };
  for (std::uint32_t pc = loop.header; pc <= loop.latch; ++pc)
    at[pc].spared = is_regular(program.code[pc].op);
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<bool> data = results;
    const auto use = [&](program::OperandKind kind, std::uint32_t operand, std::uint32_t count) {
      if (operand == program::no_operand || (operand & program::constant_operand) != 0) return;
      if (kind == program::OperandKind::N) count = std::max(count, 1u);
      if (data.size() < operand + count) data.resize(operand + count);
      for (std::uint32_t i = 0; i < count; ++i) data[operand + i] = true;
    };
    for (std::uint32_t pc = loop.header; pc <= loop.latch; ++pc) {
      const Instruction& instruction = program.code[pc];
      if (at[pc].spared) continue;
      const program::OpcodeInfo& info = program::info_of(instruction.op);
      const std::uint32_t values = program::is_atomic(instruction.op)
                                       ? 2u
                                       : instruction.components * (instruction.bytes == 8 ? 2u : 1u);
      const auto count = [&](program::OperandKind kind) {
        return kind == program::OperandKind::N ? values : width(kind);
      };
      const bool memory = program::is_memory(instruction.op);
      if (!memory) use(info.a, instruction.a, count(info.a)); // else: the address
      use(info.b, instruction.b, count(info.b));
      use(info.c, instruction.c, count(info.c));
    }
    for (std::uint32_t pc = loop.header; pc <= loop.latch; ++pc) {
      const Instruction& instruction = program.code[pc];
      const program::OpcodeInfo& info = program::info_of(instruction.op);
      if (!at[pc].spared || width(info.dst) == 0) continue;
      for (std::uint32_t i = 0; i < width(info.dst); ++i)
        if (instruction.dst + i < data.size() && data[instruction.dst + i])
          at[pc].spared = false, changed = true;
    }
  }
}

} // namespace

Loops find_loops(const program::Program& program) {
  Loops out;
  out.at.resize(program.code.size());
  std::vector<Loop> all;
  for (std::uint32_t pc = 0; pc < program.code.size(); ++pc)
    if (const std::uint32_t target = target_back(program.code[pc], pc); target != InLoop::none) {
      // Two jumps back to one header are one loop.
      const auto same = std::find_if(all.begin(), all.end(),
                                     [&](const Loop& l) { return l.header == target; });
      if (same == all.end()) all.push_back({target, pc, partly});
      else same->latch = pc;
    }
  // By function, where it is asked for; none: it calls others.
  std::vector<std::optional<Liveness>> alive(program.functions.size());
  const auto results = [&](const Loop& loop) -> std::vector<bool> {
    for (std::size_t f = 0; f < program.functions.size(); ++f) {
      const program::Function& function = program.functions[f];
      if (loop.header < function.entry || loop.latch >= function.end) continue;
      const auto from = program.code.begin() + function.entry, to = program.code.begin() + function.end;
      if (std::any_of(from, to, [](const Instruction& i) { return i.op == Opcode::Call; })) return {};
      if (!alive[f]) alive[f].emplace(program, function);
      return results_of(program, loop, *alive[f]);
    }
    return {};
  };
  for (Loop loop : all) {
    const bool inner = std::none_of(all.begin(), all.end(), [&](const Loop& other) {
      return other.header != loop.header && other.header >= loop.header && other.latch <= loop.latch;
    });
    const auto from = program.code.begin() + loop.header, to = program.code.begin() + loop.latch + 1;
    const bool plain = std::none_of(from, to, [](const Instruction& i) {
      return i.op == Opcode::BarSync || i.op == Opcode::BarRed || i.op == Opcode::GridSync ||
             i.op == Opcode::Call;
    });
    if (!inner || !plain) continue;
    const auto index = static_cast<std::uint32_t>(out.loops.size());
    for (std::uint32_t pc = loop.header; pc <= loop.latch; ++pc) {
      out.at[pc] = {index, leaves(program.code[pc], loop)};
      if (out.at[pc].exit && compares_with_constant(program, pc, loop.header)) loop.unrolled = fully;
      const std::uint32_t counter = out.at[pc].exit ? counter_of(program, pc, loop) : no_pc;
      if (counter == no_pc) continue;
      loop.counted = true;
      loop.counter = counter;
    }
    spare(program, loop, results(loop), out.at);
    out.loops.push_back(loop);
  }
  return out;
}

std::uint32_t iterations_together(const program::Program& program, const std::vector<Cost>& costs,
                                  const Loop& loop) {
  // Seen in loops with a counter, with and without a known number of iterations. Of sums of loads of global
  // memory that are unrolled by four, those of 12 loads and additions are put together, those of 16 are not.
  constexpr std::uint32_t together = 4, most_slots = 32;
  std::uint32_t slots = 0;
  for (std::uint32_t pc = loop.header; pc <= loop.latch; ++pc)
    slots += program::is_memory(program.code[pc].op) ? 1u : costs[pc].slots;
  return loop.counted && slots <= most_slots ? together : 1;
}

} // namespace warpscope::multiprocessor
