// One opcode over many operands: each thread loads its own operands, executes it, stores the result.
#pragma once

#include "tests/exec/machine.h"

#include <gtest/gtest.h>

#include <cstring>

namespace warpscope::testing {

/// Operands and results as 64-bit words; 32-bit kinds use the low half.
struct Operands {
  std::uint64_t a = 0, b = 0, c = 0;
};

/// The slots in apply()'s programs: operands in 4, 6 and 8, the result in 10; predicates likewise in 0, 1, 2
/// and 3.
inline std::vector<std::uint64_t> apply(program::Opcode opcode, std::uint32_t imm,
                                        const std::vector<Operands>& operands, exec::HostCode code,
                                        exec::RunResult* result = nullptr) {
  const program::OpcodeInfo& info = program::info_of(opcode);
  Assembler as;
  as.begin("op", 16, 4);
  const auto threads = static_cast<std::uint32_t>(operands.size());
  as.special(0, program::SpecialRegister::TidX);
  as.special(1, program::SpecialRegister::CtaidX);
  as.special(2, program::SpecialRegister::NTidX);
  as.op(program::Opcode::Mul32, 1, 1, 2);
  as.op(program::Opcode::Add32, 0, 0, 1);
  as.op(program::Opcode::Icmp32, 0, 0, as.c32(threads), program::no_operand,
        static_cast<std::uint32_t>(program::Compare::Uge));
  as.branch(0, "out", "in", "out");
  as.label("in");
  as.load(program::Opcode::LoadParam, 1, as.c32(program::window_base));
  as.op(program::Opcode::Gep32, 1, 1, 0, program::no_operand, 32);
  const program::OperandKind kinds[] = {info.a, info.b, info.c};
  std::uint32_t places[3] = {program::no_operand, program::no_operand, program::no_operand};
  for (std::uint32_t i = 0; i < 3; ++i) {
    if (kinds[i] == program::OperandKind::None) continue;
    as.op(program::Opcode::Gep32, 2, 1, as.c32(i), program::no_operand, 8);
    as.load(program::Opcode::LoadGlobal, 4 + 2 * i, 2, 8, 1);
    places[i] = 4 + 2 * i;
    if (kinds[i] != program::OperandKind::P) continue;
    as.op(program::Opcode::S32ToP, i, 4 + 2 * i);
    places[i] = i;
  }
  const bool math = opcode == program::Opcode::MathF32 || opcode == program::Opcode::MathF64;
  if (math && program::arguments_of(static_cast<program::MathFunction>(imm)) == 1)
    places[1] = program::no_operand;
  const bool to_predicate = info.dst == program::OperandKind::P;
  as.op(program::Opcode::Mov64, 10, as.c64(0));
  as.op(opcode, to_predicate ? 3 : 10, places[0], places[1], places[2], imm);
  if (to_predicate) as.op(program::Opcode::PToS32, 10, 3);
  as.op(program::Opcode::Gep32, 2, 1, as.c32(3), program::no_operand, 8);
  as.store(program::Opcode::StoreGlobal, 2, 10, 8, 1);
  as.label("out");
  as.ret();
  as.end();
  as.kernel(0, 4);
  Machine machine(as.program);
  EXPECT_EQ(program::verify(machine.program), std::vector<std::string>{});
  std::vector<std::uint32_t> words;
  for (const Operands& one : operands) {
    for (const std::uint64_t value : {one.a, one.b, one.c, std::uint64_t{0}}) {
      words.push_back(static_cast<std::uint32_t>(value));
      words.push_back(static_cast<std::uint32_t>(value >> 32));
    }
  }
  const std::uint32_t buffer = machine.buffer("data", words);
  machine.argument(buffer);
  machine.options.code = code;
  machine.launch.block = {64, 1, 1};
  machine.launch.grid = {(threads + 63) / 64, 1, 1};
  const exec::RunResult ran = machine.go();
  if (result != nullptr) *result = ran;
  else
    EXPECT_EQ(ran.status, exec::RunStatus::Done)
        << info.name << (ran.faults.empty() ? "" : ran.faults[0].message);
  words = machine.words(buffer, words.size());
  std::vector<std::uint64_t> results;
  for (std::size_t i = 0; i < operands.size(); ++i)
    results.push_back(words[i * 8 + 6] | (std::uint64_t{words[i * 8 + 7]} << 32));
  return results;
}

/// Compares with `expected(operands)` for all kinds of code.
template <class F>
void check(program::Opcode opcode, std::uint32_t imm, const std::vector<Operands>& operands, F expected) {
  for (const exec::HostCode code : {exec::HostCode::Best, exec::HostCode::Avx2, exec::HostCode::Plain}) {
    const auto results = apply(opcode, imm, operands, code);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const std::uint64_t want = expected(operands[i]);
      ASSERT_EQ(results[i], want) << program::info_of(opcode).name << " imm " << imm << " a " << std::hex
                                  << operands[i].a << " b " << operands[i].b << " c " << operands[i].c
                                  << " code " << static_cast<int>(code);
    }
  }
}

/// Returns every pair of values from a list; c cycles through the list too.
inline std::vector<Operands> pairs(const std::vector<std::uint64_t>& values) {
  std::vector<Operands> all;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = 0; j < values.size(); ++j)
      all.push_back({values[i], values[j], values[(i * 7 + j * 3) % values.size()]});
  return all;
}

} // namespace warpscope::testing
