// Lists the registers that an instruction reads and writes, from the opcode table.
#include "sim/lower/virtual_code.h"
#include "sim/program/opcode_table.h"

namespace warpscope::lower::lowering {
namespace {

bool mixes_lanes(program::Opcode op) {
  return program::is_between_lanes(op) || op == program::Opcode::BarRed ||
         op == program::Opcode::HeapMalloc || op == program::Opcode::Printf;
}

bool is_register(std::uint32_t operand) { return operand < program::no_operand; }

std::uint32_t width_of(program::OperandKind kind, const program::Instruction& instruction) {
  switch (kind) {
  case program::OperandKind::S32: return 1;
  case program::OperandKind::S64: return 2;
  case program::OperandKind::N: {
    const std::uint32_t each = instruction.bytes == 8 ? 2 : 1;
    return program::is_atomic(instruction.op) ? each : each * instruction.components;
  }
  default: return 0;
  }
}

} // namespace

Touched touched_registers(const program::Instruction& instruction, const std::vector<Signature>& signatures) {
  Touched touched;
  if (instruction.op == program::Opcode::Call) {
    const Signature& callee = signatures[instruction.imm];
    touched.reads[0] = {instruction.a, callee.parameter_slots};
    touched.predicate_reads[0] = {instruction.b, callee.parameter_predicates};
    touched.writes[0] = {instruction.dst, callee.result_slots};
    touched.predicate_writes[0] = {instruction.c, callee.result_predicates};
    touched.early_clobber = true;
    return touched;
  }
  // Until the code is emitted, a Ret names its own function in imm.
  if (instruction.op == program::Opcode::Ret) {
    const Signature& own = signatures[instruction.imm];
    touched.reads[0] = {instruction.a, own.result_slots};
    touched.predicate_reads[1] = {instruction.b, own.result_predicates};
    return touched;
  }
  const program::OpcodeInfo& row = program::info_of(instruction.op);
  const program::OperandKind kinds[] = {row.a, row.b, row.c};
  const std::uint32_t operands[] = {instruction.a, instruction.b, instruction.c};
  const std::uint32_t dst_width = width_of(row.dst, instruction);
  touched.early_clobber = program::is_memory(instruction.op) || mixes_lanes(instruction.op);
  for (std::size_t i = 0; i < 3; ++i) {
    if (!is_register(operands[i])) continue;
    if (kinds[i] == program::OperandKind::P) {
      touched.predicate_reads[i] = {operands[i], 1};
    } else if (const std::uint32_t width = width_of(kinds[i], instruction); width != 0) {
      touched.reads[i] = {operands[i], width};
      if (dst_width != 0 && width != dst_width) touched.early_clobber = true;
    }
  }
  if (is_register(instruction.dst)) {
    if (row.dst == program::OperandKind::P) touched.predicate_writes[0] = {instruction.dst, 1};
    else if (dst_width != 0) touched.writes[0] = {instruction.dst, dst_width};
  }
  return touched;
}

} // namespace warpscope::lower::lowering
