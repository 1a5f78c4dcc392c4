// The table of opcodes.def, and what depends on an opcode or a math function alone.
#include "sim/program/opcode_table.h"

#include <cassert>

namespace warpscope::program {
namespace {

constexpr OperandKind _ = OperandKind::None;
constexpr OperandKind S32 = OperandKind::S32;
constexpr OperandKind S64 = OperandKind::S64;
constexpr OperandKind P = OperandKind::P;
constexpr OperandKind N = OperandKind::N;
constexpr OperandKind PC = OperandKind::Pc;
constexpr OperandKind U = OperandKind::U;

constexpr OpcodeInfo table[] = {
#define WARPSCOPE_OPCODE(name, mnemonic, dst, a, b, c, imm) {#name, mnemonic, dst, a, b, c, imm},
#include "sim/program/opcodes.def"
#undef WARPSCOPE_OPCODE
};
static_assert(sizeof(table) / sizeof(table[0]) == opcode_count);

constexpr std::string_view math_names[] = {
#define WARPSCOPE_MATH(name, arguments) #name,
#include "sim/program/math_functions.def"
#undef WARPSCOPE_MATH
};
constexpr std::uint8_t math_arguments[] = {
#define WARPSCOPE_MATH(name, arguments) arguments,
#include "sim/program/math_functions.def"
#undef WARPSCOPE_MATH
};

template <std::size_t Size, class Enum>
std::string_view pick(const std::string_view (&names)[Size], Enum value) {
  static_assert(Size == static_cast<std::size_t>(Enum::Count));
  const auto index = static_cast<std::size_t>(value);
  return index < Size ? names[index] : std::string_view("?");
}

} // namespace

const OpcodeInfo& info_of(Opcode op) {
  assert(op < Opcode::Count);
  return table[static_cast<std::size_t>(op)];
}

std::string_view name_of(AtomicOp op) {
  static constexpr std::string_view names[] = {
      "add", "add.f32", "add.f64", "add.f16", "add.bf16", "min.s", "min.u", "max.s",     "max.u",
      "and", "or",      "xor",     "exch",    "cas",      "inc",   "dec",   "add.f16x2", "add.bf16x2"};
  return pick(names, op);
}

std::string_view name_of(MathFunction function) { return pick(math_names, function); }

std::string_view name_of(Compare compare) {
  static constexpr std::string_view names[] = {
      "eq",  "ne",  "ugt", "uge", "ult", "ule", "sgt", "sge",  "slt",  "sle",  "false", "oeq", "ogt",
      "oge", "olt", "ole", "one", "ord", "uno", "ueq", "fugt", "fuge", "fult", "fule",  "une", "true"};
  return pick(names, compare);
}

std::string_view name_of(SpecialRegister value) {
  static constexpr std::string_view names[] = {"tid.x",
                                               "tid.y",
                                               "tid.z",
                                               "ntid.x",
                                               "ntid.y",
                                               "ntid.z",
                                               "ctaid.x",
                                               "ctaid.y",
                                               "ctaid.z",
                                               "nctaid.x",
                                               "nctaid.y",
                                               "nctaid.z",
                                               "laneid",
                                               "warpid",
                                               "nwarpid",
                                               "smid",
                                               "lanemask_eq",
                                               "lanemask_lt",
                                               "lanemask_le",
                                               "lanemask_gt",
                                               "lanemask_ge",
                                               "clock",
                                               "dynamic_smem_size",
                                               "cluster_nctaid.x",
                                               "cluster_nctaid.y",
                                               "cluster_nctaid.z"};
  return pick(names, value);
}

std::uint32_t arguments_of(MathFunction function) {
  assert(function < MathFunction::Count);
  return math_arguments[static_cast<std::size_t>(function)];
}

bool atomic_takes(AtomicOp op, std::uint32_t bytes) {
  switch (op) {
  case AtomicOp::AddF16:
  case AtomicOp::AddBF16: return bytes == 2;
  case AtomicOp::AddF32:
  case AtomicOp::AddF16x2:
  case AtomicOp::AddBF16x2:
  case AtomicOp::Inc:
  case AtomicOp::Dec: return bytes == 4;
  case AtomicOp::AddF64: return bytes == 8;
  case AtomicOp::Cas:
  case AtomicOp::Exch: return bytes == 2 || bytes == 4 || bytes == 8;
  case AtomicOp::Count: return false;
  default: return bytes == 4 || bytes == 8;
  }
}

} // namespace warpscope::program
