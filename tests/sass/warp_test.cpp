// How lanes part, meet, wait and speak with each other, and what is counted of it.
#include "tests/sass/small.h"

#include <gtest/gtest.h>

namespace {

using namespace warpscope;
using small::code_of;
using small::computing;
using small::with_place;

const model::GlobalTotals& stores(const small::Ran& ran, std::size_t instruction) {
  return ran.sites[instruction].global[static_cast<int>(AccessKind::Store)];
}

TEST(SassWarp, LanesThatPartMeetAgain) {
  const small::Ran ran = small::run(code_of(with_place({
      "ISETP.GE.AND P0,PT,R0,0x8,PT", // 3
      "BSSY B0,0x90",                 // 4
      "@P0 BRA 0x80",                 // 5
      "STG.E desc[UR4][R2.64],R0",    // 6: 8 lanes
      "BRA 0x90",                     // 7
      "STG.E desc[UR4][R2.64],R0",    // 8: 24 lanes
      "BSYNC B0",                     // 9
      "STG.E desc[UR4][R2.64],R0",    // 10: all at once
      "EXIT",
  })));
  ASSERT_EQ(ran.outcome.why, "");
  EXPECT_EQ(stores(ran, 6).requests, 1u);
  EXPECT_EQ(stores(ran, 6).lanes, 8u);
  EXPECT_EQ(stores(ran, 8).lanes, 24u);
  EXPECT_EQ(stores(ran, 10).requests, 1u);
  EXPECT_EQ(stores(ran, 10).lanes, 32u);
  EXPECT_EQ(stores(ran, 10).sectors, 4u);
}

/// Without a meeting they stay apart: the last store is executed twice.
TEST(SassWarp, LanesThatDoNotMeetStayApart) {
  const small::Ran ran = small::run(code_of(with_place(
      {"ISETP.GE.AND P0,PT,R0,0x8,PT", "@P0 BRA 0x60", "NOP", "STG.E desc[UR4][R2.64],R0", "EXIT"})));
  ASSERT_EQ(ran.outcome.why, "");
  EXPECT_EQ(stores(ran, 6).requests, 2u);
  EXPECT_EQ(stores(ran, 6).lanes, 32u);
}

TEST(SassWarp, ALoopIsLeftLaneByLane) {
  const small::Ran ran = small::run(code_of(with_place({"MOV R4,RZ",                   // 3
                                                        "BSSY B1,0x90",                // 4
                                                        "IADD3 R4,R4,0x1,RZ",          // 5
                                                        "STG.E desc[UR4][R2.64],R4",   // 6
                                                        "ISETP.GT.AND P0,PT,R0,R4,PT", // 7
                                                        "@P0 BRA 0x50",                // 8
                                                        "BSYNC B1",                    // 9
                                                        "EXIT"})));
  ASSERT_EQ(ran.outcome.why, "");
  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(ran.out[t], std::max(t, 1u));
  EXPECT_EQ(stores(ran, 6).requests, 31u);
}

TEST(SassWarp, WhoLeavesAMeetingIsNotWaitedFor) {
  const small::Ran ran = small::run(
      code_of(with_place({"ISETP.GE.AND P0,PT,R0,0x8,PT", "BSSY B0,0x70", "@P0 BREAK B0", "@P0 BRA 0x90",
                          "BSYNC B0", "STG.E desc[UR4][R2.64],R0", "EXIT"})));
  ASSERT_EQ(ran.outcome.why, "");
  EXPECT_EQ(stores(ran, 8).lanes, 8u);
  EXPECT_EQ(ran.out[7], 7u);
  EXPECT_EQ(ran.out[8], 0u);
}

TEST(SassWarp, EndedLanesAreNotWaitedFor) {
  const small::Ran ran = small::run(
      code_of(with_place({"ISETP.GE.AND P0,PT,R0,0x8,PT", "BSSY B0,0x60", "@P0 EXIT", "BSYNC B0",
                          "STG.E desc[UR4][R2.64],R0", "EXIT"})));
  ASSERT_EQ(ran.outcome.why, "");
  EXPECT_EQ(stores(ran, 7).lanes, 8u);
}

TEST(SassWarp, AnEndMayHaveAPredicateOfItsOwn) {
  const small::Ran ran = small::run(
      code_of(with_place({"ISETP.GE.AND P0,PT,R0,0x8,PT", "ISETP.LT.AND P1,PT,R0,0x10,PT", "@P0 EXIT P1",
                          "STG.E desc[UR4][R2.64],R0", "EXIT"})));
  ASSERT_EQ(ran.outcome.why, "");
  EXPECT_EQ(stores(ran, 6).lanes, 24u);
  EXPECT_NE(small::run(code_of({"BPT.TRAP 0x1"})).outcome.why.find("trap"), std::string::npos);
}

TEST(SassWarp, OneWarpOfABlockMayRunAlone) {
  const sass::MachineCode code = code_of(with_place({"STG.E desc[UR4][R2.64],R0", "EXIT"}));
  ASSERT_TRUE(sass::warps_are_alone(code));
  const small::Ran all = small::run(code, 96, 2), one = small::run(code, 96, 2, 100'000, 0, true);
  EXPECT_EQ(stores(all, 3).lanes, 192u);
  EXPECT_EQ(stores(one, 3).lanes, 64u) << "a warp of each block";
  EXPECT_EQ(one.out[1], 1u);
  EXPECT_EQ(one.out[33], 33u) << "another one of the second";
  EXPECT_EQ(one.out[65], 0u);
  for (const char* together :
       {"BAR.SYNC.DEFER_BLOCKING 0x0", "LDS R4,[R5]", "ATOMG.E.ADD R4,desc[UR4][R2.64],R5"})
    EXPECT_FALSE(sass::warps_are_alone(code_of({together, "EXIT"}))) << together;
}

TEST(SassWarp, AKernelWithoutParametersDoesNotSayWhereTheyAre) {
  sass::MachineCode code = code_of({"ULDC.64 UR4,c[0x0][0x208]", "EXIT"});
  code.parameter_offset = code.parameter_bytes = 0;
  EXPECT_EQ(small::run(code).outcome.why, "");
}

/// An assertion that holds passes the driver's function by.
TEST(SassWarp, ACallOfTheDriverStopsWhoComesToIt) {
  const auto why = [](const std::string& guard) {
    return small::run(code_of({"ISETP.LT.AND P0,PT,RZ,0x5,PT", guard + "LEPC R20,0x30",
                               guard + "CALL.ABS.NOINC R2", "EXIT"}))
        .outcome.why;
  };
  EXPECT_EQ(why("@!P0 "), "");
  EXPECT_NE(why("@P0 ").find("calls a function of the driver"), std::string::npos);
}

TEST(SassWarp, ShufflesVotesAndMatches) {
  const auto value = [](std::vector<std::string> body, std::uint32_t t) {
    return small::run(code_of(computing(std::move(body)))).out[t];
  };
  EXPECT_EQ(value({"SHFL.DOWN PT,R4,R0,0x4,0x1f"}, 3), 7u);
  EXPECT_EQ(value({"SHFL.DOWN PT,R4,R0,0x4,0x1f"}, 30), 30u);
  EXPECT_EQ(value({"SHFL.UP PT,R4,R0,0x1,RZ"}, 0), 0u);
  EXPECT_EQ(value({"SHFL.BFLY PT,R4,R0,0x10,0x1f"}, 1), 17u);
  EXPECT_EQ(value({"SHFL.IDX PT,R4,R0,0x3,0x1c1f"}, 9), 11u); // segments of four
  EXPECT_EQ(value({"ISETP.LT.AND P0,PT,R0,0x5,PT", "VOTE.ANY R4,PT,P0"}, 20), 31u);
  EXPECT_EQ(value({"ISETP.LT.AND P0,PT,R0,0x5,PT", "VOTE.ALL P1,P0", "SEL R4,0x1,RZ,P1"}, 0), 0u);
  EXPECT_EQ(value({"LOP3.LUT R5,R0,0x1,RZ,0xc0,!PT", "MATCH.ANY R4,R5"}, 3), 0xaaaa'aaaau);
  EXPECT_EQ(value({"REDUX.SUM.S32 UR4,R0", "MOV R4,UR4"}, 3), 496u);
  EXPECT_EQ(value({"S2R R4,SR_LTMASK"}, 5), 31u);
}

TEST(SassWarp, ABarrierHoldsTheBlock) {
  // Each thread stores its number in shared memory and loads its neighbour's of the other warp.
  const small::Ran ran = small::run(
      code_of(computing({"IMAD.SHL.U32 R5,R0,0x4,RZ", "STS [R5+0x400],R0", "BAR.SYNC.DEFER_BLOCKING 0x0",
                         "LOP3.LUT R6,R5,0x80,RZ,0x3c,!PT", "LDS R4,[R6+0x400]"})),
      64);
  ASSERT_EQ(ran.outcome.why, "");
  EXPECT_EQ(ran.out[3], 35u);
  EXPECT_EQ(ran.out[60], 28u);
  EXPECT_EQ(ran.outcome.barriers, 2u);
}

TEST(SassWarp, ABarrierCountsPredicates) {
  const small::Ran ran = small::run(
      code_of(computing(
          {"ISETP.LT.AND P0,PT,R0,0x25,PT", "BAR.RED.POPC.DEFER_BLOCKING 0x0,P0", "B2R.RESULT R4"})),
      64);
  EXPECT_EQ(ran.out[50], 37u);
}

TEST(SassWarp, SharedMemoryIsCountedByBanks) {
  const small::Ran ran = small::run(
      code_of(computing({"IMAD.SHL.U32 R5,R0,0x80,RZ", "LOP3.LUT R5,R5,0xfff,RZ,0xc0,!PT",
                         "LDS R4,[R5+0x400]", "LDS.64 R6,[RZ+0x400]"})));
  ASSERT_EQ(ran.outcome.why, "");
  const auto loads = [&](std::size_t i) { return ran.sites[i].shared[static_cast<int>(AccessKind::Load)]; };
  EXPECT_EQ(loads(5).wavefronts, 32u);
  EXPECT_EQ(loads(6).wavefronts, 1u);
}

TEST(SassWarp, AtomicsTakeTurns) {
  const small::Ran ran = small::run(
      code_of(computing({"LDC.64 R6,c[0x0][0x210]", "ATOMG.E.ADD.STRONG.GPU PT,R4,desc[UR4][R6.64+0x200],R0",
                         "ATOMS.POPC.INC.32 RZ,[URZ+0x400]", "ATOMS.CAS R8,[URZ+0x400],R9,R0"})));
  ASSERT_EQ(ran.outcome.why, "");
  EXPECT_EQ(ran.out[128], 496u);
  EXPECT_EQ(ran.out[3], 3u); // 0 + 1 + 2
  const auto atomics = [&](std::size_t i) {
    return ran.sites[i].shared[static_cast<int>(AccessKind::Atomic)];
  };
  EXPECT_EQ(atomics(5).wavefronts, 1u);
  EXPECT_GT(atomics(6).wavefronts, 32u);
}

/// The loop of atomicAdd() on a float in shared memory: in each round one lane of a bank gets through, at the
/// cost of two wavefronts; of 8 bytes one in each half of the warp tries, and the second half comes too late.
TEST(SassWarp, CompareAndStoreLetsOneLaneOfABankThrough) {
  const small::Ran ran = small::run(code_of(
      with_place({"BSSY B0,0x90", "LDS R6,[URZ+0x400]", "IADD3 R7,R6,R0,RZ",
                  "ATOMS.CAST.SPIN R7,[URZ+0x400],R6,R7", "ISETP.EQ.U32.AND P0,PT,R7,0x1,PT", "@!P0 BRA 0x40",
                  "BSYNC B0", "LDS R4,[URZ+0x400]", "STG.E desc[UR4][R2.64],R4", "EXIT"})));
  ASSERT_EQ(ran.outcome.why, "");
  EXPECT_EQ(ran.out[9], 496u);
  const model::SharedTotals& atomics = ran.sites[6].shared[static_cast<int>(AccessKind::Atomic)];
  EXPECT_EQ(atomics.requests, 32u);
  EXPECT_EQ(atomics.lanes, 528u);
  EXPECT_EQ(atomics.wavefronts, 64u);
  const small::Ran wide = small::run(code_of(
      with_place({"MOV R5,RZ", "MOV R6,RZ", "MOV R7,RZ", "MOV R8,0x1", "MOV R9,RZ",
                  "ATOMS.CAST.SPIN.64 R10,[URZ+0x400],R6,R8", "STG.E desc[UR4][R2.64],R10", "EXIT"})));
  EXPECT_EQ(wide.out[0], 1u);
  EXPECT_EQ(wide.out[16], 0u);
  EXPECT_EQ(wide.sites[8].shared[static_cast<int>(AccessKind::Atomic)].wavefronts, 4u);
}

TEST(SassWarp, CallsReturn) {
  const small::Ran ran = small::run(
      code_of(with_place({"MOV R4,R0", "MOV R20,0x60", "CALL.REL.NOINC 0x80", "STG.E desc[UR4][R2.64],R4",
                          "EXIT", "IADD3 R4,R4,0x64,RZ", "RET.REL.NODEC R20,kernel"})));
  ASSERT_EQ(ran.outcome.why, "");
  EXPECT_EQ(ran.out[2], 102u);
}

TEST(SassWarp, JumpsByATable) {
  // Bank 2 has where each of two cases begins.
  sass::MachineCode code = code_of(with_place({"LOP3.LUT R5,R0,0x1,RZ,0xc0,!PT", "IMAD.SHL.U32 R5,R5,0x4,RZ",
                                               "LDC R6,c[0x2][R5]", "BRX R6,-0x70", "MOV R4,0xa", "BRA 0xa0",
                                               "MOV R4,0xb", "STG.E desc[UR4][R2.64],R4", "EXIT"}));
  code.banks.push_back({2, {0x70, 0, 0, 0, 0x90, 0, 0, 0}});
  const small::Ran ran = small::run(code);
  ASSERT_EQ(ran.outcome.why, "");
  EXPECT_EQ(ran.out[4], 10u);
  EXPECT_EQ(ran.out[5], 11u);
}

TEST(SassWarp, WhatCannotGoOnSaysWhy) {
  EXPECT_NE(small::run(code_of({"LDC.64 R2,c[0x0][0x210]", "STG.E desc[UR4][R2.64+0x1000],RZ", "EXIT"}))
                .outcome.why.find("thread 0 of block 0 makes a store of 4 bytes"),
            std::string::npos);
  EXPECT_NE(small::run(code_of({"LDC.64 R2,c[0x0][0x210]", "LDG.E.64 R4,desc[UR4][R2.64+0x4]", "EXIT"}))
                .outcome.why.find("a load of 8 bytes"),
            std::string::npos);
  EXPECT_EQ(small::run(code_of({"BRA 0x0"})).outcome.status, exec::RunStatus::BudgetExceeded);
  sass::MachineCode of_header = code_of({"BRA 0x0"});
  of_header.instructions[0].line = 0; // the text has no line of it
  const sass::Outcome endless = small::run(of_header, 32, 1, 20'000'000, 1'000'000).outcome;
  EXPECT_EQ(endless.status, exec::RunStatus::BudgetExceeded);
  EXPECT_NE(endless.why.find("is there a loop that does not end?"), std::string::npos) << endless.why;
  EXPECT_LT(endless.warp_instructions, 2'000'000u);
  EXPECT_EQ(endless.line, 0u);
  const small::Ran waits = small::run(code_of({"S2R R0,SR_TID.X", "ISETP.LT.AND P0,PT,R0,0x20,PT",
                                               "@P0 BAR.SYNC 0x1", "@!P0 BAR.SYNC 0x2", "EXIT"}),
                                      64);
  EXPECT_EQ(waits.outcome.status, exec::RunStatus::Deadlock);
}

/// Instructions have the lines of the text: the loop that does not end is named by its own, not by that of an
/// inner loop which ends again and again.
TEST(SassWarp, TheLineOfTheLoopThatDoesNotEndIsSaid) {
  sass::MachineCode inner = code_of({"MOV R1,RZ", "IADD3 R1,R1,0x1,RZ", "ISETP.LT.AND P0,PT,R1,0x10,PT",
                                     "@P0 BRA 0x10", "BRA 0x0", "EXIT"});
  const std::uint32_t lines[] = {4, 5, 5, 5, 3, 9};
  for (std::size_t i = 0; i < 6; ++i) inner.instructions[i].line = lines[i];
  sass::Outcome endless = small::run(inner, 32, 1, 20'000'000, 1'000'000).outcome;
  EXPECT_EQ(endless.status, exec::RunStatus::BudgetExceeded);
  EXPECT_EQ(endless.line, 3u);
  EXPECT_TRUE(endless.why.starts_with("the loop of line 3 does not come to an end")) << endless.why;
  // A loop that came to its end before is not blamed.
  sass::MachineCode later = code_of({"MOV R1,RZ", "IADD3 R1,R1,0x1,RZ", "ISETP.LT.AND P0,PT,R1,0x10,PT",
                                     "@P0 BRA 0x10", "NOP", "BRA 0x40", "EXIT"});
  const std::uint32_t later_lines[] = {4, 5, 5, 5, 7, 7, 9};
  for (std::size_t i = 0; i < 7; ++i) later.instructions[i].line = later_lines[i];
  endless = small::run(later, 32, 1, 20'000'000, 1'000'000).outcome;
  EXPECT_EQ(endless.line, 7u);
}

/// A block waits for what a later one does: both run.
TEST(SassWarp, BlocksRunBesideEachOther) {
  const small::Ran ran = small::run(
      code_of({"LDC.64 R2,c[0x0][0x210]", "S2R R0,SR_CTAID.X", "ISETP.NE.AND P0,PT,R0,RZ,PT", "MOV R5,0x1",
               "@P0 STG.E desc[UR4][R2.64],R5", "@P0 EXIT", "LDG.E.STRONG.GPU R4,desc[UR4][R2.64]",
               "ISETP.EQ.AND P0,PT,R4,RZ,PT", "@P0 BRA 0x60", "STG.E desc[UR4][R2.64+0x4],R5", "EXIT"}),
      32, 2, 5'000'000);
  EXPECT_EQ(ran.outcome.why, "");
  EXPECT_EQ(ran.out[1], 1u);
}

} // namespace
