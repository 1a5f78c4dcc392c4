// The text of an instruction, taken apart.
#include "sim/sass/code.h"
#include "sim/sass/operand.h"
#include "sim/sass/run.h"
#include "tests/sass/small.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace warpscope::sass;
using Kind = Operand::Kind;

Operand only_operand(const std::string& text) {
  const std::optional<Written> written = parse_instruction("MOV " + text);
  EXPECT_TRUE(written && written->operands.size() == 1) << text;
  return written && written->operands.size() == 1 ? written->operands[0] : Operand();
}

TEST(SassOperand, AnInstructionHasAGuardAMnemonicAndModifiers) {
  const std::optional<Written> written = parse_instruction("@!UP3 ISETP.GE.U32.AND P0,PT,R4,0x3,!P1");
  ASSERT_TRUE(written);
  EXPECT_EQ(written->guard, first_uniform_predicate + 3);
  EXPECT_TRUE(written->unless);
  EXPECT_EQ(written->mnemonic, "ISETP");
  EXPECT_EQ(written->modifiers, (std::vector<std::string>{"GE", "U32", "AND"}));
  ASSERT_EQ(written->operands.size(), 5u);
  EXPECT_EQ(written->operands[1].row, true_predicate);
  EXPECT_TRUE(written->operands[4].inverted);
}

TEST(SassOperand, RegistersAndTheirSigns) {
  EXPECT_EQ(only_operand("R12").row, 12);
  EXPECT_EQ(only_operand("RZ").row, zero_row);
  EXPECT_EQ(only_operand("UR5").row, first_uniform + 5);
  EXPECT_TRUE(only_operand("-R3.reuse").negative);
  EXPECT_TRUE(only_operand("~R3").inverted);
  const Operand both = only_operand("-|R10|");
  EXPECT_TRUE(both.negative && both.absolute);
  EXPECT_EQ(both.row, 10);
  EXPECT_EQ(only_operand("R8.H1_H1").half, 2);
  EXPECT_TRUE(only_operand("|R2|.reuse").absolute);
}

TEST(SassOperand, NumbersAndConstants) {
  EXPECT_EQ(only_operand("0x1f").bits, 31u);
  EXPECT_EQ(only_operand("-0x2").bits, ~std::uint64_t{1});
  EXPECT_EQ(only_operand("-1.5").value, -1.5);
  EXPECT_TRUE(std::isinf(only_operand("+INF").value));
  const Operand constant = only_operand("c[0x3][R4+0x10]");
  EXPECT_EQ(constant.kind, Kind::Constant);
  EXPECT_EQ(constant.bank, 3);
  EXPECT_EQ(constant.row, 4);
  EXPECT_EQ(constant.bits, 16u);
}

TEST(SassOperand, Addresses) {
  const Operand global = only_operand("desc[UR6][R2.64+-0x10]");
  EXPECT_EQ(global.kind, Kind::Address);
  EXPECT_EQ(global.row, 2);
  EXPECT_TRUE(global.wide);
  EXPECT_EQ(global.bits, ~std::uint64_t{15});
  const Operand shared = only_operand("[R9.X4+UR8+0x20]");
  EXPECT_EQ(shared.scale, 4);
  EXPECT_EQ(shared.uniform, first_uniform + 8);
  EXPECT_EQ(shared.bits, 32u);
  EXPECT_EQ(only_operand("[R8+URZ]").uniform, no_row);
}

TEST(SassOperand, WhatIsNoInstructionIsNone) {
  EXPECT_FALSE(parse_instruction("MOV R1,[R2"));
  EXPECT_FALSE(parse_instruction("@P9 MOV R1,R2"));
  EXPECT_FALSE(parse_instruction("MOV R1,c[0x0][R2"));
}

TEST(SassOperand, WidthsOfAccesses) {
  EXPECT_EQ(width_of("LDS.128 R4,[R2]"), 16u);
  EXPECT_EQ(width_of("@P0 LDG.E.64.CONSTANT R4,desc[UR4][R2.64]"), 8u);
  EXPECT_EQ(width_of("STG.E.U8 desc[UR4][R2.64],R3"), 1u);
  EXPECT_EQ(width_of("LDS R4,[R2]"), 4u);
}

/// The encoding of `LDG.E R28, desc[UR6][R26.64]` has 0x000ea2000c1e1900 as its upper word: it sets barrier 2
/// and lets the warp go on after a cycle.
TEST(SassCode, ControlBits) {
  const ControlBits bits = control_bits(0x000ea2000c1e1900u >> 41);
  EXPECT_EQ(bits.stall, 1u);
  EXPECT_FALSE(bits.yields);
  EXPECT_EQ(bits.write_barrier, 2u);
  EXPECT_EQ(bits.read_barrier, 7u);
  EXPECT_EQ(bits.waits, 0u);
  EXPECT_EQ(bits.reuse, 0u);
}

TEST(SassCode, WhatIsNotKnownIsNamed) {
  EXPECT_EQ(not_known(small::code_of({"EXIT"})), "");
  EXPECT_NE(not_known(small::code_of({"EXIT", "FROB R1,R2"})).find("FROB R1,R2 (at 0x10, line 2)"),
            std::string::npos);
  // A modifier or an operand more than its builder takes is no guess either.
  EXPECT_NE(not_known(small::code_of({"IADD3.SAT R1,R2,R3,R4"})), "");
  EXPECT_NE(not_known(small::code_of({"IADD3 R1,R2,R3"})), "");
  EXPECT_NE(not_known(small::code_of({"IADD3 R1,R2,R3,R4,R5"})), "");
  EXPECT_NE(not_known(small::code_of({"BRA 0x100"})), "");
  MachineCode newer = small::code_of({"EXIT"});
  newer.architecture = 100;
  EXPECT_NE(not_known(newer).find("10.0"), std::string::npos);
  EXPECT_EQ(small::run(small::code_of({"FROB R1,R2"})).outcome.status, warpscope::exec::RunStatus::Faulted);
}

} // namespace
