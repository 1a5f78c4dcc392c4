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

/// Which slots hold what in apply()'s programs: operands at 4, 6, 8, the result at 10, predicates likewise at
/// 0, 1, 2, 3.
inline std::vector<std::uint64_t> apply(Opcode opcode, std::uint32_t imm,
                                        const std::vector<Operands>& operands, HostCode code,
                                        RunResult* result = nullptr) {
  const OpcodeInfo& info = info_of(opcode);
  Assembler as;
  as.begin("op", 16, 4);
  const auto threads = static_cast<std::uint32_t>(operands.size());
  as.special(0, SpecialRegister::TidX);
  as.special(1, SpecialRegister::CtaidX);
  as.special(2, SpecialRegister::NTidX);
  as.op(Opcode::Mul32, 1, 1, 2);
  as.op(Opcode::Add32, 0, 0, 1);
  as.op(Opcode::Icmp32, 0, 0, as.c32(threads), no_operand, static_cast<std::uint32_t>(Compare::Uge));
  as.branch(0, "out", "in", "out");
  as.label("in");
  as.load(Opcode::LoadParam, 1, as.c32(window_base));
  as.op(Opcode::Gep32, 1, 1, 0, no_operand, 32);
  const OperandKind kinds[] = {info.a, info.b, info.c};
  std::uint32_t places[3] = {no_operand, no_operand, no_operand};
  for (std::uint32_t i = 0; i < 3; ++i) {
    if (kinds[i] == OperandKind::None) continue;
    as.op(Opcode::Gep32, 2, 1, as.c32(i), no_operand, 8);
    as.load(Opcode::LoadGlobal, 4 + 2 * i, 2, 8, 1);
    places[i] = 4 + 2 * i;
    if (kinds[i] != OperandKind::P) continue;
    as.op(Opcode::S32ToP, i, 4 + 2 * i);
    places[i] = i;
  }
  const bool math = opcode == Opcode::MathF32 || opcode == Opcode::MathF64;
  if (math && arguments_of(static_cast<MathFunction>(imm)) == 1) places[1] = no_operand;
  const bool to_predicate = info.dst == OperandKind::P;
  as.op(Opcode::Mov64, 10, as.c64(0));
  as.op(opcode, to_predicate ? 3 : 10, places[0], places[1], places[2], imm);
  if (to_predicate) as.op(Opcode::PToS32, 10, 3);
  as.op(Opcode::Gep32, 2, 1, as.c32(3), no_operand, 8);
  as.store(Opcode::StoreGlobal, 2, 10, 8, 1);
  as.label("out");
  as.ret();
  as.end();
  as.kernel(0, 4);
  Machine machine(as.program);
  EXPECT_EQ(verify(machine.program), std::vector<std::string>{});
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
  const RunResult ran = machine.go();
  if (result != nullptr) *result = ran;
  else
    EXPECT_EQ(ran.status, RunStatus::Done) << info.name << (ran.faults.empty() ? "" : ran.faults[0].message);
  words = machine.words(buffer, words.size());
  std::vector<std::uint64_t> results;
  for (std::size_t i = 0; i < operands.size(); ++i)
    results.push_back(words[i * 8 + 6] | (std::uint64_t{words[i * 8 + 7]} << 32));
  return results;
}

/// Compares with `expected(operands)` for all kinds of code.
template <class F>
void check(Opcode opcode, std::uint32_t imm, const std::vector<Operands>& operands, F expected) {
  for (const HostCode code : {HostCode::Best, HostCode::Avx2, HostCode::Plain}) {
    const auto results = apply(opcode, imm, operands, code);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const std::uint64_t want = expected(operands[i]);
      ASSERT_EQ(results[i], want) << info_of(opcode).name << " imm " << imm << " a " << std::hex
                                  << operands[i].a << " b " << operands[i].b << " c " << operands[i].c
                                  << " code " << static_cast<int>(code);
    }
  }
}

/// Every pair out of a list; c runs through the list too.
inline std::vector<Operands> pairs(const std::vector<std::uint64_t>& values) {
  std::vector<Operands> all;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = 0; j < values.size(); ++j)
      all.push_back({values[i], values[j], values[(i * 7 + j * 3) % values.size()]});
  return all;
}

} // namespace warpscope::testing
