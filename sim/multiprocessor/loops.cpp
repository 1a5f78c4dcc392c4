// Finds loops by their jumps back.
#include "sim/multiprocessor/loops.h"

#include "sim/program/opcode_table.h"

#include <algorithm>

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

/// True when the branch at `pc` hangs on a comparison of a slot to which the loop adds a constant.
bool counts(const program::Program& program, std::uint32_t pc, const Loop& loop) {
  for (std::uint32_t at = loop.latch + 1; at-- > loop.header;) {
    const Instruction& compare = program.code[at];
    if (compare.op != Opcode::Icmp32 && compare.op != Opcode::Icmp64) continue;
    if (compare.dst != program.code[pc].a) continue;
    for (std::uint32_t step = loop.header; step <= loop.latch; ++step) {
      const Instruction& add = program.code[step];
      const bool adds = add.op == Opcode::Add32 || add.op == Opcode::Add64 || add.op == Opcode::Sub32 ||
                        add.op == Opcode::Sub64;
      if (adds && (add.dst == compare.a || add.dst == compare.b || add.a == compare.a) &&
          (add.b & program::constant_operand) != 0)
        return true;
    }
  }
  return false;
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

/// Marks the regular arithmetic of a loop whose results nothing but regular arithmetic and addresses use.
void spare(const program::Program& program, const Loop& loop, std::vector<InLoop>& at) {
  const auto width = [](program::OperandKind kind) {
    return kind == program::OperandKind::S64 ? 2u : kind == program::OperandKind::S32 ? 1u : 0u;
  };
  for (std::uint32_t pc = loop.header; pc <= loop.latch; ++pc)
    at[pc].spared = is_regular(program.code[pc].op);
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<bool> data;
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
      loop.counted = loop.counted || (out.at[pc].exit && counts(program, pc, loop));
    }
    spare(program, loop, out.at);
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
