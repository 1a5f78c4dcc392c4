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
/// Products of integers, alone or with a sum.
constexpr Cost products(std::uint16_t count) {
  return {count, static_cast<std::uint16_t>(5 * count), Pipe::Multiply,
          static_cast<std::uint16_t>(2 * count)};
}
/// Sums, which the compiler spreads over the units of integers and of products (IADD3, IMAD.IADD).
constexpr Cost simple(std::uint16_t count) {
  return {count, static_cast<std::uint16_t>(4 * count + count / 2), Pipe::Integer, count};
}
/// A sequence of `slots` instructions, of which the unit of doubles takes `count`.
constexpr Cost doubles(std::uint16_t slots, std::uint16_t latency, std::uint16_t count) {
  return {slots, latency, Pipe::Double, static_cast<std::uint16_t>(2 * count)};
}
constexpr bool is_constant(std::uint32_t operand) {
  return operand != program::no_operand && (operand & program::constant_operand) != 0;
}
/// A fused product reads a pair of registers for each operand, of which the register file delivers one a
/// cycle (sim/run/register_ports.h): where all three are registers, that takes longer than the unit.
constexpr Cost fused_doubles(const program::Instruction& instruction) {
  const bool three = instruction.a != instruction.b && instruction.b != instruction.c &&
                     instruction.a != instruction.c && !is_constant(instruction.a) &&
                     !is_constant(instruction.b) && !is_constant(instruction.c);
  Cost cost = doubles(1, 8, 1);
  if (three) cost.busy = 3;
  return cost;
}
/// A sequence of `slots` instructions, of which the special function unit takes `special`.
constexpr Cost sequence(std::uint16_t slots, std::uint16_t latency, std::uint16_t special) {
  return {slots, latency, Pipe::Special, static_cast<std::uint16_t>(8 * special)};
}

/// What the toolkit makes of a function: NVRTC 13.0, sm_90, the instructions that are executed for a normal
/// argument, less those of the same kernel without the function, and the cycles from its operand to its
/// result (tests/run/instruction_mix.tsv has the kernels).
Cost cost_of_f32(MathFunction function) {
  switch (function) {
  case MathFunction::Abs: return nothing; // a modifier of an operand
  case MathFunction::Copysign: return integer(1);
  case MathFunction::Min:
  case MathFunction::Max: return integer(1);
  case MathFunction::Floor:
  case MathFunction::Ceil:
  case MathFunction::Trunc:
  case MathFunction::Rint: return sequence(1, 17, 1);
  case MathFunction::Round: return sequence(4, 25, 1);
  case MathFunction::Rcp: return sequence(11, 60, 1);
  case MathFunction::Sqrt: return sequence(11, 47, 1);
  case MathFunction::Rsqrt: return sequence(4, 35, 1);
  case MathFunction::Cbrt: return sequence(16, 73, 2);
  case MathFunction::Rcbrt: return sequence(19, 90, 2);
  case MathFunction::Exp:
  case MathFunction::Exp10: return sequence(9, 40, 1);
  case MathFunction::Exp2: return sequence(4, 35, 1);
  case MathFunction::Expm1: return sequence(29, 88, 2);
  case MathFunction::Log: return sequence(28, 77, 0);
  case MathFunction::Log2:
  case MathFunction::Log10: return sequence(30, 83, 0);
  case MathFunction::Log1p: return sequence(29, 86, 0);
  case MathFunction::Sin:
  case MathFunction::Cos: return sequence(29, 92, 1);
  case MathFunction::Tan: return sequence(26, 102, 2);
  case MathFunction::Asin:
  case MathFunction::Acos: return sequence(25, 93, 1);
  case MathFunction::Atan: return sequence(21, 67, 1);
  case MathFunction::Atan2: return sequence(49, 205, 1);
  case MathFunction::Sinh: return sequence(25, 99, 3);
  case MathFunction::Cosh: return sequence(16, 92, 3);
  case MathFunction::Tanh: return sequence(17, 60, 2);
  case MathFunction::Erf: return sequence(28, 66, 1);
  case MathFunction::Erfc: return sequence(48, 114, 4);
  case MathFunction::Hypot: return sequence(26, 100, 1);
  case MathFunction::Fmod: return sequence(33, 179, 2);
  case MathFunction::Pow: return sequence(89, 282, 5);
  case MathFunction::FastSin:
  case MathFunction::FastCos: return sequence(2, 21, 1);
  case MathFunction::FastTan: return sequence(7, 50, 3);
  case MathFunction::FastTanh: return sequence(1, 17, 1);
  case MathFunction::FastExp:
  case MathFunction::FastExp10: return sequence(5, 40, 1);
  case MathFunction::FastExp2: return sequence(4, 35, 1);
  case MathFunction::FastLog:
  case MathFunction::FastLog10: return sequence(5, 35, 1);
  case MathFunction::FastLog2: return sequence(4, 35, 1);
  case MathFunction::FastPow: return sequence(9, 68, 2);
  case MathFunction::FastSqrt:
  case MathFunction::FastRsqrt: return sequence(4, 35, 1);
  case MathFunction::FastRcp: return sequence(3, 35, 1);
  case MathFunction::FastDivide: return sequence(5, 35, 1);
  default: return sequence(26, 90, 0);
  }
}

/// Likewise of doubles: of the instructions, how many the unit of doubles takes.
Cost cost_of_f64(MathFunction function) {
  switch (function) {
  case MathFunction::Abs:
  case MathFunction::Copysign: return integer(1);
  case MathFunction::Min:
  case MathFunction::Max: return doubles(7, 20, 1);
  case MathFunction::Floor:
  case MathFunction::Ceil:
  case MathFunction::Trunc:
  case MathFunction::Rint: return sequence(1, 25, 1);
  case MathFunction::Rcp: return doubles(12, 71, 5);
  case MathFunction::Sqrt: return doubles(19, 88, 8);
  case MathFunction::Rsqrt: return doubles(15, 68, 5);
  case MathFunction::Exp:
  case MathFunction::Exp2:
  case MathFunction::Exp10: return doubles(50, 150, 15);
  case MathFunction::Log:
  case MathFunction::Log2:
  case MathFunction::Log10: return doubles(84, 277, 31);
  case MathFunction::Sin:
  case MathFunction::Cos: return doubles(46, 205, 13);
  case MathFunction::Tan: return doubles(60, 250, 22);
  case MathFunction::Tanh: return doubles(105, 400, 30);
  case MathFunction::Erf: return doubles(123, 365, 40);
  case MathFunction::Pow: return doubles(199, 755, 80);
  default: return doubles(60, 200, 25);
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
  case Opcode::S32ToP:
  case Opcode::Sext32To64:
  case Opcode::Zext32To64:
  case Opcode::Trunc64To32:
  case Opcode::ToGeneric:
  case Opcode::FromGeneric:
  case Opcode::NegF32:
  case Opcode::NegF64:
  case Opcode::LocalAddress:
  case Opcode::Jump:
  case Opcode::Nop:
  case Opcode::WarpMask:
  case Opcode::AsyncCopyTo:
  case Opcode::Trap: return nothing;
  case Opcode::LoadParam: // a number is an operand, a pointer loaded from the constant bank
    return instruction.bytes == 8 ? single : nothing;
  case Opcode::Add64:
  case Opcode::Sub64: return simple(2);
  case Opcode::And64:
  case Opcode::Or64:
  case Opcode::Xor64: return integer(2);
  case Opcode::Add32:
  case Opcode::Sub32: return simple(1);
  case Opcode::And32:
  case Opcode::Or32:
  case Opcode::Xor32:
  case Opcode::Select32:
  case Opcode::FcmpF32: return integer(1);
  case Opcode::Select64:
  case Opcode::Shl64:
  case Opcode::ShrU64:
  case Opcode::ShrS64:
  case Opcode::Icmp64: return integer(2);
  case Opcode::Gep32:
  case Opcode::Gep64: // an offset that is a constant becomes part of the access
    return is_constant(instruction.b) ? nothing : products(1);
  case Opcode::DotS8:
  case Opcode::DotU8:
  case Opcode::Mul32: return products(1);
  case Opcode::MulHiU32:
  case Opcode::MulHiS32: return {.slots = 1, .latency = 9, .pipe = Pipe::Multiply, .busy = 4};
  case Opcode::Mul64: return products(4);
  case Opcode::MinU64:
  case Opcode::MinS64:
  case Opcode::MaxU64:
  case Opcode::MaxS64:
  case Opcode::AbsS64: return integer(4);
  case Opcode::MulHiU64:
  case Opcode::MulHiS64: return integer(8);
  case Opcode::DivU32:
  case Opcode::RemU32: // by a constant: a multiplication and shifts; else two conversions, a reciprocal
    return is_constant(instruction.b) ? integer(3) : sequence(17, 110, 3);
  case Opcode::DivS32: return is_constant(instruction.b) ? integer(3) : sequence(24, 118, 3);
  case Opcode::RemS32: return is_constant(instruction.b) ? integer(4) : sequence(22, 118, 3);
  // By no constant: ptxas' functions for numbers that 32 bits do not hold, which the optimised program asks
  // first (NVRTC 13.0, sm_90, read: 68 to 84 instructions, 257 to 292 cycles with the loop around them).
  case Opcode::DivU64: return is_constant(instruction.b) ? integer(11) : sequence(73, 247, 3);
  case Opcode::DivS64: return is_constant(instruction.b) ? integer(11) : sequence(89, 275, 3);
  case Opcode::RemU64: return is_constant(instruction.b) ? integer(11) : sequence(67, 240, 3);
  case Opcode::RemS64: return is_constant(instruction.b) ? integer(11) : sequence(81, 275, 3);
  case Opcode::AddF32:
  case Opcode::SubF32:
  case Opcode::MulF32:
  case Opcode::FmaF32: return single;
  case Opcode::HalfMath: {
    const auto operation = static_cast<program::HalfOp>(instruction.imm % program::HalfFlags::bfloat);
    if (operation >= program::HalfOp::Neg) return nothing; // a modifier of an operand
    if (operation >= program::HalfOp::Min) return integer(1);
    return {.slots = 1, .latency = 5, .pipe = Pipe::Half, .busy = 2};
  }
  case Opcode::F16ToF32: return {.slots = 1, .latency = 5, .pipe = Pipe::Half, .busy = 2};
  case Opcode::BF16ToF32:
  case Opcode::F32ToF16:
  case Opcode::F32ToBF16:
  case Opcode::PToS32: return integer(1);
  case Opcode::F32ToF64:
  case Opcode::F64ToF32:
  case Opcode::S32ToF64:
  case Opcode::U32ToF64:
  case Opcode::S64ToF64:
  case Opcode::U64ToF64:
  case Opcode::S64ToF32:
  case Opcode::U64ToF32:
  case Opcode::F32ToS64:
  case Opcode::F32ToU64:
  case Opcode::F64ToS32:
  case Opcode::F64ToU32:
  case Opcode::F64ToS64:
  case Opcode::F64ToU64: return sequence(1, 24, 1);
  case Opcode::Redux32: return {.slots = 2, .latency = 44, .pipe = Pipe::Integer, .busy = 8};
  case Opcode::MatchAny32:
  case Opcode::MatchAny64: return {.slots = 1, .latency = 30, .pipe = Pipe::Integer, .busy = 8};
  case Opcode::Vote: return {.slots = 1, .latency = 17, .pipe = Pipe::Integer, .busy = 2};
  case Opcode::DivF32: return sequence(11, 42, 1);
  case Opcode::MathF32: return cost_of_f32(static_cast<MathFunction>(instruction.imm));
  case Opcode::AddF64:
  case Opcode::SubF64:
  case Opcode::MulF64:
  case Opcode::FcmpF64: return doubles(1, 8, 1);
  case Opcode::FmaF64: return fused_doubles(instruction);
  case Opcode::DivF64: return doubles(17, 110, 8);
  case Opcode::MathF64: return cost_of_f64(static_cast<MathFunction>(instruction.imm));
  case Opcode::Clz32: // FLO counts from the other end
  case Opcode::Ctz32: return sequence(2, 27, 1);
  case Opcode::Clz64:
  case Opcode::Ctz64: return sequence(5, 40, 2);
  case Opcode::Popc64: return sequence(3, 25, 2);
  case Opcode::Brev64: return sequence(2, 19, 2);
  case Opcode::Popc32:
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

bool has_longer_path(const program::Instruction& instruction) {
  if (instruction.op == Opcode::DivF32 || instruction.op == Opcode::DivF64) return true;
  if (instruction.op != Opcode::MathF32 && instruction.op != Opcode::MathF64) return false;
  switch (static_cast<MathFunction>(instruction.imm)) {
  case MathFunction::Rcp:
  case MathFunction::Sqrt:
  case MathFunction::Sin:
  case MathFunction::Cos:
  case MathFunction::Tan: return true;
  default: return false;
  }
}

} // namespace warpscope::multiprocessor
