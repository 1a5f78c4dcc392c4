// The table of costs, by opcode.
#include "sim/multiprocessor/costs.h"

namespace warpscope::multiprocessor {

namespace {

using program::MathFunction;
using program::Opcode;

constexpr Cost nothing{.slots = 0, .latency = 0};
constexpr Cost single{.slots = 1, .latency = 4};

/// `count` instructions that need each other, of which the pipe of integers takes two cycles each.
constexpr Cost integer(std::uint16_t count) {
  return {count, static_cast<std::uint16_t>(4 * count), Pipe::Integer, static_cast<std::uint16_t>(2 * count)};
}
/// Sums, logic and comparisons, which take no longer than their slot.
constexpr Cost simple(std::uint16_t count) {
  return {count, static_cast<std::uint16_t>(4 * count + count / 2)};
}
constexpr Cost doubles(std::uint16_t count, std::uint16_t latency) {
  return {count, latency, Pipe::Double, static_cast<std::uint16_t>(2 * count)};
}
/// A sequence of `slots` instructions, of which the special function unit takes `special`.
constexpr Cost sequence(std::uint16_t slots, std::uint16_t latency, std::uint16_t special) {
  return {slots, latency, Pipe::Special, static_cast<std::uint16_t>(8 * special)};
}

constexpr bool is_constant(std::uint32_t operand) {
  return operand != program::no_operand && (operand & program::constant_operand) != 0;
}

Cost cost_of_f32(MathFunction function) {
  switch (function) {
  case MathFunction::Abs:
  case MathFunction::Copysign: return single;
  case MathFunction::Min:
  case MathFunction::Max: return integer(1);
  case MathFunction::Floor:
  case MathFunction::Ceil:
  case MathFunction::Trunc:
  case MathFunction::Rint:
  case MathFunction::Exp2: return sequence(1, 17, 1);
  case MathFunction::Rcp: return sequence(12, 60, 1);
  case MathFunction::Sqrt: return sequence(12, 55, 1);
  case MathFunction::Rsqrt: return sequence(4, 39, 1);
  case MathFunction::Exp:
  case MathFunction::Exp10: return sequence(9, 43, 1);
  case MathFunction::Log:
  case MathFunction::Log2:
  case MathFunction::Log10: return sequence(28, 86, 0);
  case MathFunction::Tanh: return sequence(17, 65, 2);
  case MathFunction::Pow: return sequence(80, 255, 2);
  default: return sequence(26, 90, 0);
  }
}

} // namespace

Cost cost_of(const program::Instruction& instruction) {
  switch (instruction.op) {
  case Opcode::Mov32:
  case Opcode::Mov64:
  case Opcode::MovP:
  case Opcode::AndP:
  case Opcode::OrP:
  case Opcode::PToS32:
  case Opcode::S32ToP:
  case Opcode::Sext32To64:
  case Opcode::Zext32To64:
  case Opcode::Trunc64To32:
  case Opcode::ToGeneric:
  case Opcode::FromGeneric:
  case Opcode::NegF32:
  case Opcode::NegF64:
  case Opcode::LoadParam:
  case Opcode::LocalAddress:
  case Opcode::Jump:
  case Opcode::Nop:
  case Opcode::WarpMask:
  case Opcode::AsyncCopyTo:
  case Opcode::Trap: return nothing;
  case Opcode::Add64:
  case Opcode::Sub64:
  case Opcode::And64:
  case Opcode::Or64:
  case Opcode::Xor64: return simple(2);
  case Opcode::Add32:
  case Opcode::Sub32:
  case Opcode::And32:
  case Opcode::Or32:
  case Opcode::Xor32: return simple(1);
  case Opcode::Select64:
  case Opcode::Shl64:
  case Opcode::ShrU64:
  case Opcode::ShrS64:
  case Opcode::Icmp64: return integer(2);
  case Opcode::Gep32:
  case Opcode::Gep64: // an offset that is a constant becomes part of the access
    return is_constant(instruction.b) ? nothing : integer(1);
  case Opcode::Mul64:
  case Opcode::MinU64:
  case Opcode::MinS64:
  case Opcode::MaxU64:
  case Opcode::MaxS64:
  case Opcode::AbsS64: return integer(4);
  case Opcode::MulHiU64:
  case Opcode::MulHiS64: return integer(8);
  case Opcode::DivU32:
  case Opcode::RemU32: // by a constant: a multiplication and shifts; else two conversions, a reciprocal
    return is_constant(instruction.b) ? integer(3) : sequence(13, 61, 1);
  case Opcode::DivS32:
  case Opcode::RemS32: return is_constant(instruction.b) ? integer(4) : sequence(17, 70, 2);
  case Opcode::DivU64:
  case Opcode::DivS64:
  case Opcode::RemU64:
  case Opcode::RemS64: return is_constant(instruction.b) ? integer(8) : sequence(36, 175, 1);
  case Opcode::AddF32:
  case Opcode::SubF32:
  case Opcode::MulF32:
  case Opcode::FmaF32:
  case Opcode::FcmpF32: return single;
  case Opcode::DivF32: return sequence(17, 58, 1);
  case Opcode::MathF32: return cost_of_f32(static_cast<MathFunction>(instruction.imm));
  case Opcode::AddF64:
  case Opcode::SubF64:
  case Opcode::MulF64:
  case Opcode::FmaF64:
  case Opcode::FcmpF64: return doubles(1, 8);
  case Opcode::DivF64: return doubles(25, 124);
  case Opcode::MathF64: return doubles(27, 93);
  case Opcode::Popc32:
  case Opcode::Clz32:
  case Opcode::Ctz32:
  case Opcode::Brev32:
  case Opcode::F32ToS32:
  case Opcode::F32ToU32: return sequence(1, 17, 1);
  case Opcode::S32ToF32:
  case Opcode::U32ToF32: return integer(1);
  case Opcode::Shuffle32:
  case Opcode::ShuffleP: return {.slots = 1, .latency = 23};
  case Opcode::Special: return {.slots = 1, .latency = 20};
  default: break;
  }
  const bool whole = instruction.op >= Opcode::Add32 && instruction.op <= Opcode::FunnelR32;
  return whole || instruction.op == Opcode::Icmp32 ? integer(1) : single;
}

} // namespace warpscope::multiprocessor
