#include "sim/program/disassemble.h"
#include "tests/exec/machine.h"
#include "tests/exec/structured.h"

#include <gtest/gtest.h>

namespace warpscope::testing {
namespace {

std::uint32_t alone(const std::vector<Statement>& program, std::uint32_t thread) {
  std::uint32_t hash = thread * 2654435761u;
  (void)interpret(program, hash);
  return hash;
}

TEST(Divergence, EveryThreadComputesWhatItComputesAlone) {
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    const std::vector<Statement> text = StructuredGenerator(seed).program();
    Machine machine(StructuredCompiler().compile(text));
    ASSERT_EQ(verify(machine.program), std::vector<std::string>{});
    const std::uint32_t threads = seed % 3 == 0 ? 77 : 32;
    const std::uint32_t out = machine.buffer("out", std::vector<std::uint32_t>(threads));
    machine.argument(out);
    machine.launch.block = {threads, 1, 1};
    const RunResult result = machine.go();
    ASSERT_EQ(result.status, RunStatus::Done)
        << seed << (result.faults.empty() ? "" : result.faults[0].message);
    const auto words = machine.words(out, threads);
    for (std::uint32_t i = 0; i < threads; ++i) {
      ASSERT_EQ(words[i], alone(text, i)) << "seed " << seed << " thread " << i << "\n"
                                          << disassemble(machine.program);
    }
    // All lanes have met again: each warp's last store is one instruction.
    ASSERT_EQ(machine.sink.accesses.size(), (threads + 31) / 32) << "seed " << seed << "\n"
                                                                 << disassemble(machine.program);
  }
}

/// if (tid < 8) A else B, each with a store: the masks and their order.
TEST(Divergence, TheLowerSideRunsFirstAndLanesMeet) {
  Assembler as;
  as.begin("k", 8, 1);
  as.special(0, SpecialRegister::LaneId);
  as.op(Opcode::Icmp32, 0, 0, as.c32(8), no_operand, static_cast<std::uint32_t>(Compare::Ult));
  as.op(Opcode::Gep32, 1, as.c32(window_base), 0, no_operand, 4);
  as.branch(0, "few", "many", "meet");
  as.label("many");
  as.store(Opcode::StoreShared, 1, 0);
  as.jump("meet");
  as.label("few");
  as.store(Opcode::StoreShared, 1, 0);
  as.label("meet");
  as.store(Opcode::StoreShared, 1, 0);
  as.ret();
  as.end();
  as.kernel(0, 0, 128);
  Machine machine(as.program);
  ASSERT_EQ(verify(machine.program), std::vector<std::string>{});
  machine.launch.block = {32, 1, 1};
  EXPECT_EQ(machine.go().status, RunStatus::Done);
  ASSERT_EQ(machine.sink.accesses.size(), 3u);
  EXPECT_EQ(machine.sink.accesses[0].event.access.mask, 0xffffff00u);
  EXPECT_EQ(machine.sink.accesses[1].event.access.mask, 0xffu);
  EXPECT_EQ(machine.sink.accesses[2].event.access.mask, 0xffffffffu);
}

/// A loop whose lanes leave one after the other costs each iteration once, not once a lane.
TEST(Divergence, LanesThatLeaveALoopWaitBehindIt) {
  Assembler as;
  as.begin("k", 8, 1);
  as.special(0, SpecialRegister::LaneId);
  as.label("head");
  as.op(Opcode::Icmp32, 0, 0, as.c32(0), no_operand, static_cast<std::uint32_t>(Compare::Ne));
  as.branch(0, "body", "exit", "exit");
  as.label("body");
  as.op(Opcode::Sub32, 0, 0, as.c32(1));
  as.jump("head");
  as.label("exit");
  as.store(Opcode::StoreShared, as.c32(window_base), 0);
  as.ret();
  as.end();
  as.kernel(0, 0, 4);
  Machine machine(as.program);
  machine.launch.block = {32, 1, 1};
  const RunResult result = machine.go();
  EXPECT_EQ(result.status, RunStatus::Done);
  EXPECT_EQ(result.warp_instructions, 1u + 31 * 4 + 2 + 2);
  ASSERT_EQ(machine.sink.accesses.size(), 1u);
  EXPECT_EQ(machine.sink.accesses[0].event.access.mask, 0xffffffffu);
}

TEST(Divergence, LanesThatExitAreNotWaitedFor) {
  Assembler as;
  as.begin("k", 8, 1);
  as.special(0, SpecialRegister::LaneId);
  as.op(Opcode::S32ToP, 0, 0);
  as.branch(0, "odd", "even", "meet");
  as.label("odd");
  as.op(Opcode::Exit);
  as.label("even");
  as.jump("meet");
  as.label("meet");
  as.store(Opcode::StoreShared, as.c32(window_base), 0);
  as.ret();
  as.end();
  as.kernel(0, 0, 4);
  Machine machine(as.program);
  machine.launch.block = {32, 1, 1};
  EXPECT_EQ(machine.go().status, RunStatus::Done);
  ASSERT_EQ(machine.sink.accesses.size(), 1u);
  EXPECT_EQ(machine.sink.accesses[0].event.access.mask, 0x55555555u);
}

/// Lanes meet behind the loop, as they did before Volta: the lock's holder waits there for the others, and
/// the budget ends it.
TEST(Divergence, ASpinLockWithinAWarpEndsByTheBudget) {
  Assembler as;
  as.begin("k", 8, 1);
  const std::uint32_t lock = as.c32(window_base), sum = as.c32(window_base + 4);
  as.label("try");
  as.atomic(Opcode::AtomShared, AtomicOp::Cas, 0, lock, as.c32(1), as.c32(0));
  as.op(Opcode::Icmp32, 0, 0, as.c32(0), no_operand, static_cast<std::uint32_t>(Compare::Ne));
  as.branch(0, "try", "inside", "inside");
  as.label("inside");
  as.load(Opcode::LoadShared, 1, sum);
  as.op(Opcode::Add32, 1, 1, as.c32(1));
  as.store(Opcode::StoreShared, sum, 1);
  as.atomic(Opcode::AtomShared, AtomicOp::Exch, no_operand, lock, as.c32(0));
  as.ret();
  as.end();
  as.kernel(0, 0, 8);
  Machine machine(as.program);
  machine.launch.block = {32, 1, 1};
  machine.options.budget.warp_instructions = 1'000'000;
  EXPECT_EQ(machine.go().status, RunStatus::BudgetExceeded);
}

} // namespace
} // namespace warpscope::testing
