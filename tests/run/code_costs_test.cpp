// What the text and the control bits of machine instructions say they cost.
#include "sim/run/code_costs.h"
#include "sim/run/register_ports.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using multiprocessor::AtomicWork, multiprocessor::CodeCost, multiprocessor::Pipe;
using Kind = CodeCost::Kind;

CodeCost cost_of_text(const char* text, std::uint32_t control = 1 | 7u << 5 | 7u << 8) {
  sass::MachineCode code;
  code.instructions.push_back({text, 1, control});
  return run::code_costs(code).at(0);
}

TEST(CodeCosts, ControlBitsAreTaken) {
  const CodeCost cost = cost_of_text("LDG.E R6,desc[UR4][R2.64]", 4 | 2u << 5 | 7u << 8 | 0b100001u << 11);
  EXPECT_EQ(cost.kind, Kind::Access);
  EXPECT_EQ(cost.stall, 4u);
  EXPECT_EQ(cost.counter, 2u);
  EXPECT_EQ(cost.waits, 0b100001u);
  EXPECT_EQ(cost_of_text("FADD R1,R2,R3", 7u << 5 | 7u << 8).stall, 1u)
      << "0 is written where nothing matters";
}

TEST(CodeCosts, AnAccessTakesASlotForEachRegisterThatItReads) {
  EXPECT_EQ(cost_of_text("LDG.E R1,desc[UR4][R2.64]").slots, 2u) << "an address of 64 bits";
  EXPECT_EQ(cost_of_text("LDG.E R1,desc[UR4][R2.64+0x10]").slots, 2u);
  EXPECT_EQ(cost_of_text("LDG.E.128 R4,desc[UR4][R2.64]").slots, 2u) << "what it brings is not read";
  EXPECT_EQ(cost_of_text("STG.E desc[UR4][R2.64],R5").slots, 3u);
  EXPECT_EQ(cost_of_text("STG.E.64 desc[UR4][R2.64],R6").slots, 4u);
  EXPECT_EQ(cost_of_text("STG.E desc[UR4][R2.64],RZ").slots, 2u);
  EXPECT_EQ(cost_of_text("LDS R1,[R2]").slots, 1u);
  EXPECT_EQ(cost_of_text("LDS R1,[UR4]").slots, 1u) << "at least its own";
  EXPECT_EQ(cost_of_text("STS.128 [R2],R4").slots, 5u);
  EXPECT_EQ(cost_of_text("SHFL.BFLY PT,R1,R2,0x10,0x1f").slots, 1u);
  EXPECT_EQ(cost_of_text("SHFL.IDX PT,R1,R2,R3,0x1f").slots, 2u);
  EXPECT_EQ(cost_of_text("FFMA R1,R2,R3,R4").slots, 1u);
}

TEST(CodeCosts, UnitsAreThoseOfTheMnemonic) {
  EXPECT_EQ(cost_of_text("FFMA R1,R2,R3,R4").pipe, Pipe::None);
  EXPECT_EQ(cost_of_text("IADD3 R1,R2,R3,RZ").pipe, Pipe::Integer);
  EXPECT_EQ(cost_of_text("VIADD R1,R2,0x1").pipe, Pipe::None);
  EXPECT_EQ(cost_of_text("IMAD.MOV.U32 R1,RZ,RZ,R3").pipe, Pipe::Multiply);
  EXPECT_EQ(cost_of_text("IMAD.HI R1,R2,R3,R4").busy, 4u);
  EXPECT_EQ(cost_of_text("IMAD.HI R1,R2,R3,R4").ports, 2u);
  EXPECT_EQ(cost_of_text("IMAD.WIDE.U32 R2,R4,R5,R6").busy, 4u);
  EXPECT_EQ(cost_of_text("IMAD.WIDE.U32 R2,R4,R5,R6").ports, 2u);
  EXPECT_EQ(cost_of_text("IMAD R1,R2,R3,R4").ports, 0u);
  EXPECT_EQ(cost_of_text("MUFU.EX2 R1,R2").pipe, Pipe::Special);
  EXPECT_EQ(cost_of_text("MUFU.RCP64H R1,R2").busy, 8u);
  EXPECT_EQ(cost_of_text("DFMA R2,R4,R6,R8").pipe, Pipe::Double);
  EXPECT_EQ(cost_of_text("HFMA2 R4,R5,R6,R7").pipe, Pipe::Half);
  EXPECT_EQ(cost_of_text("HADD2.F32 R4,-RZ,R6.H0_H0").busy, 2u);
  EXPECT_EQ(cost_of_text("HFMA2.MMA R4,R5,R6,R7").pipe, Pipe::Multiply) << "beside it";
  EXPECT_EQ(cost_of_text("HMMA.16816.F32 R8,R4,R6,R8").pipe, Pipe::Tensor);
  EXPECT_EQ(cost_of_text("HMMA.16816.F32 R8,R4,R6,R8").busy, 6u);
  EXPECT_EQ(cost_of_text("HMMA.1688.F32 R8,R4,R6,R8").busy, 4u);
}

TEST(CodeCosts, KindsAreThoseOfTheMnemonic) {
  EXPECT_EQ(cost_of_text("LDC R1,c[0x0][0x28]").kind, Kind::Constant);
  EXPECT_EQ(cost_of_text("SHFL.DOWN PT,R1,R2,0x10,0x1f").kind, Kind::Shuffle);
  EXPECT_EQ(cost_of_text("BAR.SYNC.DEFER_BLOCKING 0x0").kind, Kind::Barrier);
  EXPECT_EQ(cost_of_text("LDGDEPBAR").kind, Kind::Commit);
  EXPECT_EQ(cost_of_text("BSYNC B0", 5 | 7u << 5 | 7u << 8).stall, 5u + multiprocessor::lanes_meet);
  EXPECT_EQ(cost_of_text("RED.E.ADD.F32.FTZ.RN.STRONG.GPU desc[UR4][R2.64],R5").atomic,
            AtomicWork::AddsFloats);
  EXPECT_EQ(cost_of_text("RED.E.ADD.STRONG.GPU desc[UR4][R2.64],R5").atomic, AtomicWork::Other);
  EXPECT_EQ(cost_of_text("ATOMG.E.CAS.STRONG.GPU PT,R5,[R2],R4,R5").atomic, AtomicWork::Swaps);
  EXPECT_TRUE(cost_of_text("STS [R2],R4").shared);
  EXPECT_FALSE(cost_of_text("STG.E desc[UR4][R2.64],R5").shared);
}

/// The delay of the last of these instructions, which come one after the other.
unsigned delay_of_last(std::initializer_list<std::pair<const char*, std::uint32_t>> lines) {
  sass::MachineCode code;
  for (const auto& [text, reuse] : lines)
    code.instructions.push_back({text, 1, 1 | 7u << 5 | 7u << 8 | reuse << 17});
  return run::port_delays(code).back();
}

TEST(RegisterPorts, ABankReadsOneRegisterACycle) {
  EXPECT_EQ(delay_of_last({{"FFMA R1,R2,R4,R6", 0}}), 0u) << "three of a bank are read in its three cycles";
  EXPECT_EQ(delay_of_last({{"FFMA R1,R2,R4,R6", 0}, {"FADD R3,R8,R10", 0}}), 1u) << "one of three is left";
  EXPECT_EQ(delay_of_last({{"FFMA R1,R2,R4,R6", 0}, {"FFMA R3,R8,R10,R12", 0}}), 2u);
  EXPECT_EQ(delay_of_last({{"FFMA R1,R2,R4,R6", 0}, {"FADD R3,R9,R11", 0}}), 0u) << "the other bank";
  EXPECT_EQ(delay_of_last({{"FFMA R1,R2,R4,R6", 0}, {"FADD R3,R8,R8", 0}}), 0u) << "one register";
  EXPECT_EQ(delay_of_last({{"FFMA R1,R2,R4,R6", 0}, {"FADD R3,R8,c[0x0][0x210]", 0}}), 0u);
}

TEST(RegisterPorts, WhatTheOperandCacheHoldsIsNotRead) {
  EXPECT_EQ(delay_of_last({{"FFMA R1,R2.reuse,R4,R6", 1}, {"FADD R3,R2,R10", 0}}), 0u);
  EXPECT_EQ(delay_of_last({{"FFMA R1,R2,R4.reuse,R6", 2}, {"FADD R3,R4,R10", 0}}), 1u)
      << "another operand's place";
  EXPECT_EQ(delay_of_last({{"FFMA R1,R2.reuse,R4,R6", 1}, {"BAR.SYNC 0x0", 0}, {"FADD R3,R2,R10", 0}}), 0u);
}

TEST(RegisterPorts, DoublesTakeBothBanks) {
  EXPECT_EQ(delay_of_last({{"DFMA R2,R4,R6,R8", 0}, {"DFMA R10,R12,R14,R16", 0}}), 2u);
  EXPECT_EQ(delay_of_last({{"DFMA R2,R4,R6,R8", 0}, {"DADD R10,R12,R14", 0}}), 1u);
  EXPECT_EQ(delay_of_last({{"DFMA R2,R4,R6,R8", 0}, {"MUFU.RCP R3,R4", 0}}), 0u) << "in its unit's queue";
}

TEST(RegisterPorts, TheDelayIsAPartOfTheCost) {
  sass::MachineCode code;
  for (const char* text : {"FFMA R1,R2,R4,R6", "FFMA R3,R8,R10,R12"})
    code.instructions.push_back({text, 1, 1 | 7u << 5 | 7u << 8});
  EXPECT_EQ(run::code_costs(code).at(0).ports, 0u);
  EXPECT_EQ(run::code_costs(code).at(1).ports, 2u);
}

TEST(CodeCosts, DepbarNamesACounterAndItsMost) {
  const CodeCost cost = cost_of_text("DEPBAR.LE SB2,0x1");
  EXPECT_EQ(cost.waits_most, 2u);
  EXPECT_EQ(cost.most, 1u);
}

} // namespace
} // namespace warpscope
