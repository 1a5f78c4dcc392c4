// __syncthreads: values across warps, divergence at barriers, deadlocks, reductions.
#include "tests/exec/machine.h"

#include <gtest/gtest.h>

namespace warpscope::testing {
namespace {

constexpr std::uint32_t ult = static_cast<std::uint32_t>(program::Compare::Ult);

TEST(Barrier, ValuesCrossFromWarpToWarp) {
  // s[tid] = tid; barrier; out[tid] = s[N - 1 - tid]
  Assembler as;
  as.begin("reverse", 8, 1);
  as.special(0, program::SpecialRegister::TidX);
  as.op(program::Opcode::Gep32, 1, as.c32(program::window_base), 0, program::no_operand, 4);
  as.store(program::Opcode::StoreShared, 1, 0);
  as.op(program::Opcode::BarSync);
  as.special(2, program::SpecialRegister::NTidX);
  as.op(program::Opcode::Sub32, 2, 2, 0);
  as.op(program::Opcode::Sub32, 2, 2, as.c32(1));
  as.op(program::Opcode::Gep32, 1, as.c32(program::window_base), 2, program::no_operand, 4);
  as.load(program::Opcode::LoadShared, 3, 1);
  as.load(program::Opcode::LoadParam, 4, as.c32(program::window_base));
  as.op(program::Opcode::Gep32, 4, 4, 0, program::no_operand, 4);
  as.store(program::Opcode::StoreGlobal, 4, 3);
  as.ret();
  as.end();
  as.kernel(0, 4, 400);
  Machine machine(as.program);
  const std::uint32_t out = machine.buffer("out", std::vector<std::uint32_t>(100));
  machine.argument(out);
  machine.launch.block = {100, 1, 1};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Done);
  EXPECT_EQ(result.barriers, 4u);
  EXPECT_TRUE(result.barrier_divergence.empty());
  const auto words = machine.words(out, 100);
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(words[i], 99 - i);
  ASSERT_EQ(machine.sink.barriers.size(), 5u);
  EXPECT_EQ(machine.sink.barriers[3].warp, 3u);
  EXPECT_EQ(machine.sink.barriers[3].mask, 0xfu);
  EXPECT_EQ(machine.sink.barriers[4].phase, trace::BarrierPhase::Release);
  EXPECT_EQ(machine.sink.barriers[4].pc, 3u);
}

TEST(Barrier, ThreadsThatExitedAreReportedAndNotWaitedFor) {
  Assembler as;
  as.begin("early", 4, 1);
  as.special(0, program::SpecialRegister::TidX);
  as.op(program::Opcode::Icmp32, 0, 0, as.c32(40), program::no_operand, ult);
  as.branch(0, "stay", "out", "");
  as.label("stay");
  as.op(program::Opcode::BarSync);
  as.op(program::Opcode::BarSync);
  as.label("out");
  as.ret();
  as.end();
  as.kernel(0);
  Machine machine(as.program);
  machine.launch.block = {64, 1, 1};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Done);
  EXPECT_EQ(result.barriers, 4u);
  ASSERT_EQ(result.barrier_divergence.size(), 2u); // one for each call, once a block
  EXPECT_FALSE(result.barrier_divergence[0].deadlock);
  EXPECT_EQ(result.barrier_divergence[0].pc, 3u);
  EXPECT_EQ(result.barrier_divergence[0].arrived.size(), 40u);
  EXPECT_EQ(result.barrier_divergence[0].missing.size(), 24u);
  EXPECT_EQ(result.barrier_divergence[0].missing.front(), 40u);
}

TEST(Barrier, TwoCallsAtOnceAreOneBarrierAndReported) {
  Assembler as;
  as.begin("two", 4, 1);
  as.special(0, program::SpecialRegister::TidX);
  as.op(program::Opcode::Icmp32, 0, 0, as.c32(32), program::no_operand, ult);
  as.branch(0, "low", "high", "meet");
  as.label("low");
  as.op(program::Opcode::BarSync);
  as.jump("meet");
  as.label("high");
  as.op(program::Opcode::BarSync);
  as.label("meet");
  as.ret();
  as.end();
  as.kernel(0);
  Machine machine(as.program);
  machine.launch.block = {64, 1, 1};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Done);
  ASSERT_EQ(result.barrier_divergence.size(), 1u);
  EXPECT_EQ(result.barrier_divergence[0].arrived.size(), 32u);
  EXPECT_EQ(result.barrier_divergence[0].missing.size(), 32u);
}

TEST(Barrier, InDivergentCodeOfOneWarp) {
  // Both sides of a branch inside a warp have their own barrier, as Volta and later allow.
  Assembler as;
  as.begin("split", 4, 1);
  as.special(0, program::SpecialRegister::TidX);
  as.op(program::Opcode::S32ToP, 0, 0);
  as.branch(0, "odd", "even", "meet");
  as.label("odd");
  as.op(program::Opcode::BarSync);
  as.jump("meet");
  as.label("even");
  as.op(program::Opcode::BarSync);
  as.label("meet");
  as.ret();
  as.end();
  as.kernel(0);
  Machine machine(as.program);
  machine.launch.block = {64, 1, 1};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Done);
  EXPECT_EQ(result.barriers, 2u);
  EXPECT_EQ(result.barrier_divergence.size(), 1u);
  EXPECT_EQ(machine.sink.barriers.size(), 5u);
}

TEST(Barrier, HalfAWarpAtABarrierIsADeadlock) {
  // if (tid < 16) __syncthreads(); the rest of the warp waits behind the if and has not exited.
  Assembler as;
  as.begin("half", 4, 1);
  as.special(0, program::SpecialRegister::TidX);
  as.op(program::Opcode::Icmp32, 0, 0, as.c32(16), program::no_operand, ult);
  as.branch(0, "sync", "meet", "meet");
  as.label("sync");
  as.op(program::Opcode::BarSync);
  as.label("meet");
  as.store(program::Opcode::StoreShared, as.c32(program::window_base), 0);
  as.ret();
  as.end();
  as.kernel(0, 0, 4);
  Machine machine(as.program);
  machine.launch.block = {40, 1, 1};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Deadlock);
  ASSERT_EQ(result.barrier_divergence.size(), 1u);
  EXPECT_TRUE(result.barrier_divergence[0].deadlock);
  EXPECT_EQ(result.barrier_divergence[0].arrived.size(), 16u);
  EXPECT_EQ(result.barrier_divergence[0].missing.size(), 16u); // warp 1 has exited
}

TEST(Barrier, Reductions) {
  for (const auto& [kind, want_first, want_second] : {std::tuple{program::BarrierReduction::Count_, 10u, 50u},
                                                      {program::BarrierReduction::And, 0u, 1u},
                                                      {program::BarrierReduction::Or, 1u, 1u}}) {
    Assembler as;
    as.begin("reduce", 8, 1);
    as.special(0, program::SpecialRegister::TidX);
    as.op(program::Opcode::Icmp32, 0, 0, as.c32(10), program::no_operand, ult);
    as.op(program::Opcode::PToS32, 1, 0);
    as.op(program::Opcode::BarRed, 2, 1, program::no_operand, program::no_operand,
          static_cast<std::uint32_t>(kind));
    as.op(program::Opcode::BarRed, 3, as.c32(7), program::no_operand, program::no_operand,
          static_cast<std::uint32_t>(kind));
    as.load(program::Opcode::LoadParam, 4, as.c32(program::window_base));
    as.op(program::Opcode::Gep32, 4, 4, 0, program::no_operand, 8);
    as.store(program::Opcode::StoreGlobal, 4, 2, 4, 2);
    as.ret();
    as.end();
    as.kernel(0, 4);
    Machine machine(as.program);
    const std::uint32_t out = machine.buffer("out", std::vector<std::uint32_t>(100));
    machine.argument(out);
    machine.launch.block = {50, 1, 1};
    EXPECT_EQ(machine.go().status, exec::RunStatus::Done);
    const auto words = machine.words(out, 100);
    for (std::size_t i = 0; i < 50; ++i) {
      EXPECT_EQ(words[2 * i], want_first);
      EXPECT_EQ(words[2 * i + 1], want_second);
    }
  }
}

/// Odd lanes wait in __syncwarp for all, even lanes at the block's barrier: nobody can go on.
program::Program crossed_waits() {
  Assembler as;
  as.begin("crossed", 4, 1);
  as.special(0, program::SpecialRegister::TidX);
  as.op(program::Opcode::S32ToP, 0, 0);
  as.branch(0, "odd", "even", "meet");
  as.label("odd");
  as.op(program::Opcode::WarpSync, program::no_operand, as.c32(0xffffffffu));
  as.jump("meet");
  as.label("even");
  as.op(program::Opcode::BarSync);
  as.label("meet");
  as.ret();
  as.end();
  as.kernel(0);
  return as.program;
}

TEST(Barrier, ADeadlockNamesWhoWaitsAndWhoIsMissing) {
  Machine machine(crossed_waits());
  machine.launch.block = {32, 1, 1};
  machine.launch.grid = {3, 1, 1};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Deadlock);
  EXPECT_EQ(result.simulated_blocks, 3u); // the other blocks are run all the same
  EXPECT_EQ(result.faulted_blocks, 3u);
  ASSERT_EQ(result.barrier_divergence.size(), 3u);
  EXPECT_TRUE(result.barrier_divergence[0].deadlock);
  EXPECT_EQ(result.barrier_divergence[0].arrived.front(), 0u);
  EXPECT_EQ(result.barrier_divergence[0].missing.front(), 1u);
  ASSERT_FALSE(result.faults.empty());
  EXPECT_EQ(result.faults[0].kind, trace::FaultKind::Deadlock);
  EXPECT_EQ(result.faults[0].message, "thread (0,0,0) of block (0,0,0) waits at a barrier that 16 of 32 "
                                      "threads cannot reach: they wait for others "
                                      "elsewhere");
}

TEST(WarpSync, DivergedLanesWaitForEachOther) {
  // Odd lanes write, even lanes read what their neighbour wrote; the odd side lies higher and would run
  // second.
  Assembler as;
  as.begin("pass", 8, 1);
  as.special(0, program::SpecialRegister::LaneId);
  as.op(program::Opcode::S32ToP, 0, 0);
  as.op(program::Opcode::Xor32, 1, 0, as.c32(1));
  as.op(program::Opcode::Gep32, 2, as.c32(program::window_base), 0, program::no_operand, 4);
  as.op(program::Opcode::Gep32, 3, as.c32(program::window_base), 1, program::no_operand, 4);
  as.branch(0, "odd", "even", "meet");
  as.label("even");
  as.op(program::Opcode::WarpSync, program::no_operand, as.c32(0xffffffffu));
  as.load(program::Opcode::LoadShared, 4, 3);
  as.jump("meet");
  as.label("odd");
  as.store(program::Opcode::StoreShared, 2, 0);
  as.op(program::Opcode::WarpSync, program::no_operand, as.c32(0xffffffffu));
  as.label("meet");
  as.load(program::Opcode::LoadParam, 5, as.c32(program::window_base));
  as.op(program::Opcode::Gep32, 5, 5, 0, program::no_operand, 4);
  as.store(program::Opcode::StoreGlobal, 5, 4);
  as.ret();
  as.end();
  as.kernel(0, 4, 128);
  Machine machine(as.program);
  const std::uint32_t out = machine.buffer("out", std::vector<std::uint32_t>(32));
  machine.argument(out);
  machine.launch.block = {32, 1, 1};
  EXPECT_EQ(machine.go().status, exec::RunStatus::Done);
  const auto words = machine.words(out, 32);
  for (std::uint32_t i = 0; i < 32; i += 2) EXPECT_EQ(words[i], i + 1);
  EXPECT_EQ(machine.sink.accesses.back().event.access.mask, 0xffffffffu);
}

TEST(WarpSync, LanesThatReturnedEarlyAreNotMissed) {
  Assembler as;
  as.begin("early", 4, 1);
  as.special(0, program::SpecialRegister::LaneId);
  as.op(program::Opcode::Icmp32, 0, 0, as.c32(20), program::no_operand, ult);
  as.branch(0, "stay", "out", "out");
  as.label("stay");
  as.op(program::Opcode::S32ToP, 0, 0);
  as.branch(0, "odd", "even", "out");
  as.label("odd"); // returns, too, but later and from within a nested if
  as.jump("out");
  as.label("even");
  as.op(program::Opcode::WarpSync, program::no_operand, as.c32(0xffffffffu));
  as.store(program::Opcode::StoreShared, as.c32(program::window_base), 0);
  as.label("out");
  as.op(program::Opcode::Nop);
  as.ret();
  as.end();
  as.kernel(0, 0, 4);
  Machine machine(as.program);
  machine.launch.block = {32, 1, 1};
  EXPECT_EQ(machine.go().status, exec::RunStatus::Done);
  ASSERT_EQ(machine.sink.accesses.size(), 1u);
  EXPECT_EQ(machine.sink.accesses[0].event.access.mask, 0x55555u);
}

TEST(WarpSync, MasksThatDisagreeNeverMeet) {
  Assembler as;
  as.begin("disagree", 4, 1);
  as.special(0, program::SpecialRegister::LaneId);
  as.op(program::Opcode::S32ToP, 0, 0);
  as.branch(0, "odd", "even", "meet");
  as.label("odd");
  as.op(program::Opcode::WarpSync, program::no_operand, as.c32(0xffffffffu));
  as.jump("meet");
  as.label("even");
  as.op(program::Opcode::WarpSync, program::no_operand, as.c32(0x7fffffffu));
  as.label("meet");
  as.ret();
  as.end();
  as.kernel(0);
  Machine machine(as.program);
  machine.launch.block = {32, 1, 1};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Deadlock);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_NE(result.faults[0].message.find("__syncwarp"), std::string::npos);
  // Lanes that do not exist are not waited for.
  machine.launch.block = {1, 1, 1};
  EXPECT_EQ(machine.go().status, exec::RunStatus::Done);
}

} // namespace
} // namespace warpscope::testing
