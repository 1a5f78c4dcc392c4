// Divergence and reconvergence, on random structured programs and on small cases.
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
    ASSERT_EQ(program::verify(machine.program), std::vector<std::string>{});
    const std::uint32_t threads = seed % 3 == 0 ? 77 : 32;
    const std::uint32_t out = machine.buffer("out", std::vector<std::uint32_t>(threads));
    machine.argument(out);
    machine.launch.block = {threads, 1, 1};
    const exec::RunResult result = machine.go();
    ASSERT_EQ(result.status, exec::RunStatus::Done)
        << seed << (result.faults.empty() ? "" : result.faults[0].message);
    const auto words = machine.words(out, threads);
    for (std::uint32_t i = 0; i < threads; ++i) {
      ASSERT_EQ(words[i], alone(text, i)) << "seed " << seed << " thread " << i << "\n"
                                          << program::disassemble(machine.program);
    }
    // All lanes have met again: each warp's last store is one instruction.
    ASSERT_EQ(machine.sink.accesses.size(), (threads + 31) / 32) << "seed " << seed << "\n"
                                                                 << program::disassemble(machine.program);
  }
}

/// if (tid < 8) A else B, each with a store: the masks and their order.
TEST(Divergence, TheLowerSideRunsFirstAndLanesMeet) {
  Assembler as;
  as.begin("k", 8, 1);
  as.special(0, program::SpecialRegister::LaneId);
  as.op(program::Opcode::Icmp32, 0, 0, as.c32(8), program::no_operand,
        static_cast<std::uint32_t>(program::Compare::Ult));
  as.op(program::Opcode::Gep32, 1, as.c32(program::window_base), 0, program::no_operand, 4);
  as.branch(0, "few", "many", "meet");
  as.label("many");
  as.store(program::Opcode::StoreShared, 1, 0);
  as.jump("meet");
  as.label("few");
  as.store(program::Opcode::StoreShared, 1, 0);
  as.label("meet");
  as.store(program::Opcode::StoreShared, 1, 0);
  as.ret();
  as.end();
  as.kernel(0, 0, 128);
  Machine machine(as.program);
  ASSERT_EQ(program::verify(machine.program), std::vector<std::string>{});
  machine.launch.block = {32, 1, 1};
  EXPECT_EQ(machine.go().status, exec::RunStatus::Done);
  ASSERT_EQ(machine.sink.accesses.size(), 3u);
  EXPECT_EQ(machine.sink.accesses[0].event.access.mask, 0xffffff00u);
  EXPECT_EQ(machine.sink.accesses[1].event.access.mask, 0xffu);
  EXPECT_EQ(machine.sink.accesses[2].event.access.mask, 0xffffffffu);
}

/// A loop whose lanes leave one after the other costs each iteration once, not once a lane.
TEST(Divergence, LanesThatLeaveALoopWaitBehindIt) {
  Assembler as;
  as.begin("k", 8, 1);
  as.special(0, program::SpecialRegister::LaneId);
  as.label("head");
  as.op(program::Opcode::Icmp32, 0, 0, as.c32(0), program::no_operand,
        static_cast<std::uint32_t>(program::Compare::Ne));
  as.branch(0, "body", "exit", "exit");
  as.label("body");
  as.op(program::Opcode::Sub32, 0, 0, as.c32(1));
  as.jump("head");
  as.label("exit");
  as.store(program::Opcode::StoreShared, as.c32(program::window_base), 0);
  as.ret();
  as.end();
  as.kernel(0, 0, 4);
  Machine machine(as.program);
  machine.launch.block = {32, 1, 1};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Done);
  EXPECT_EQ(result.warp_instructions, 1u + 31 * 4 + 2 + 2);
  ASSERT_EQ(machine.sink.accesses.size(), 1u);
  EXPECT_EQ(machine.sink.accesses[0].event.access.mask, 0xffffffffu);
}

TEST(Divergence, LanesThatExitAreNotWaitedFor) {
  Assembler as;
  as.begin("k", 8, 1);
  as.special(0, program::SpecialRegister::LaneId);
  as.op(program::Opcode::S32ToP, 0, 0);
  as.branch(0, "odd", "even", "meet");
  as.label("odd");
  as.op(program::Opcode::Exit);
  as.label("even");
  as.jump("meet");
  as.label("meet");
  as.store(program::Opcode::StoreShared, as.c32(program::window_base), 0);
  as.ret();
  as.end();
  as.kernel(0, 0, 4);
  Machine machine(as.program);
  machine.launch.block = {32, 1, 1};
  EXPECT_EQ(machine.go().status, exec::RunStatus::Done);
  ASSERT_EQ(machine.sink.accesses.size(), 1u);
  EXPECT_EQ(machine.sink.accesses[0].event.access.mask, 0x55555555u);
}

/// Lanes meet behind the loop, as they did before Volta: the lock's holder waits there for the others, and
/// the budget ends it.
TEST(Divergence, ASpinLockWithinAWarpEndsByTheBudget) {
  Assembler as;
  as.begin("k", 8, 1);
  const std::uint32_t lock = as.c32(program::window_base), sum = as.c32(program::window_base + 4);
  as.label("try");
  as.atomic(program::Opcode::AtomShared, program::AtomicOp::Cas, 0, lock, as.c32(1), as.c32(0));
  as.op(program::Opcode::Icmp32, 0, 0, as.c32(0), program::no_operand,
        static_cast<std::uint32_t>(program::Compare::Ne));
  as.branch(0, "try", "inside", "inside");
  as.label("inside");
  as.load(program::Opcode::LoadShared, 1, sum);
  as.op(program::Opcode::Add32, 1, 1, as.c32(1));
  as.store(program::Opcode::StoreShared, sum, 1);
  as.atomic(program::Opcode::AtomShared, program::AtomicOp::Exch, program::no_operand, lock, as.c32(0));
  as.ret();
  as.end();
  as.kernel(0, 0, 8);
  Machine machine(as.program);
  machine.launch.block = {32, 1, 1};
  machine.options.budget.warp_instructions = 1'000'000;
  EXPECT_EQ(machine.go().status, exec::RunStatus::BudgetExceeded);
}

} // namespace
} // namespace warpscope::testing
