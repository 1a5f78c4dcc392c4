// Finds loops by their jumps back.
#include "sim/multiprocessor/loops.h"

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
    }
    out.loops.push_back(loop);
  }
  return out;
}

} // namespace warpscope::multiprocessor
