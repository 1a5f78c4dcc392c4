// Prints programs, with the columns of opcodes.def.
#include "sim/program/disassemble.h"

#include "sim/program/opcode_table.h"

#include <cstdio>

namespace warpscope::program {
namespace {

std::string register_text(OperandKind kind, std::uint32_t operand) {
  if (operand == no_operand) return "-";
  if ((operand & constant_operand) != 0) return "c[" + std::to_string(operand & ~constant_operand) + "]";
  const char* prefix = kind == OperandKind::P ? "p" : kind == OperandKind::S64 ? "d" : "r";
  return prefix + std::to_string(operand);
}

std::string operand_text(OperandKind kind, std::uint32_t operand, std::uint32_t components) {
  switch (kind) {
  case OperandKind::Pc: return operand == no_operand ? "-" : "@" + std::to_string(operand);
  case OperandKind::U: return operand == no_operand ? "-" : "#" + std::to_string(operand);
  case OperandKind::N:
    return register_text(kind, operand) +
           (components > 1 && operand != no_operand ? "..x" + std::to_string(components) : std::string());
  default: return register_text(kind, operand);
  }
}

/// Names imm (or components) where it is an enumeration.
std::string suffix(const Instruction& instruction) {
  const std::uint32_t imm = instruction.imm;
  switch (instruction.op) {
  case Opcode::MathF32:
  case Opcode::MathF64: return "." + std::string(name_of(static_cast<MathFunction>(imm)));
  case Opcode::Icmp32:
  case Opcode::Icmp64:
  case Opcode::FcmpF32:
  case Opcode::FcmpF64: return "." + std::string(name_of(static_cast<Compare>(imm)));
  case Opcode::Special: return "." + std::string(name_of(static_cast<SpecialRegister>(imm)));
  case Opcode::AtomGlobal:
  case Opcode::AtomShared:
  case Opcode::AtomGeneric:
    return "." + std::string(name_of(static_cast<AtomicOp>(instruction.components))) + ".b" +
           std::to_string(instruction.bytes * 8);
  default: break;
  }
  if (is_memory(instruction.op)) {
    return (instruction.components > 1 ? ".v" + std::to_string(instruction.components) : std::string()) +
           ".b" + std::to_string(instruction.bytes * 8);
  }
  return {};
}

} // namespace

std::string disassemble(const Instruction& instruction) {
  if (instruction.op >= Opcode::Count) return "?";
  const OpcodeInfo& info = info_of(instruction.op);
  std::string text = std::string(info.mnemonic) + suffix(instruction);
  const std::uint32_t components = is_atomic(instruction.op) ? 1 : instruction.components;
  const char* separator = " ";
  const auto add = [&](OperandKind kind, std::uint32_t operand) {
    if (kind == OperandKind::None) return;
    text += separator + operand_text(kind, operand, components);
    separator = ", ";
  };
  add(info.dst, instruction.dst);
  add(info.a, instruction.a);
  add(info.b, instruction.b);
  add(info.c, instruction.c);
  add(info.imm, instruction.imm);
  return text;
}

std::string disassemble(const Program& program) {
  std::string text;
  for (std::uint32_t pc = 0; pc < program.code.size(); ++pc) {
    for (const Function& function : program.functions) {
      if (function.entry != pc) continue;
      text += function.name + ": ; slots " + std::to_string(function.slots) + ", predicates " +
              std::to_string(function.predicates) + ", local " + std::to_string(function.local_bytes) + "\n";
    }
    const Instruction& instruction = program.code[pc];
    char number[24];
    std::snprintf(number, sizeof number, "%5u  ", pc);
    std::string line = number + disassemble(instruction);
    const Span span = instruction.span < program.spans.size() ? program.spans[instruction.span] : Span{};
    if (span.known()) {
      if (line.size() < 56) line.resize(56, ' ');
      line += " ; " + std::to_string(span.line) + ":" + std::to_string(span.column);
    }
    text += line + "\n";
  }
  return text;
}

} // namespace warpscope::program
