// Calls: recursion, diverged callees, exits inside a call.
#include "tests/exec/machine.h"

#include <gtest/gtest.h>

namespace warpscope::testing {
namespace {

/// fib(lane), by two recursive calls: every lane its own depth.
program::Program fibonacci() {
  Assembler as;
  as.begin("kernel", 8, 1);
  as.special(0, program::SpecialRegister::TidX);
  as.op(program::Opcode::And32, 2, 0, as.c32(15));
  as.op(program::Opcode::Call, 4, 2, program::no_operand, program::no_operand, 1);
  as.load(program::Opcode::LoadParam, 1, as.c32(program::window_base));
  as.op(program::Opcode::Gep32, 1, 1, 0, program::no_operand, 4);
  as.store(program::Opcode::StoreGlobal, 1, 4);
  as.ret();
  as.end();
  as.begin("fib", 8, 1);
  as.function().parameter_slots = 1;
  as.function().result_slots = 1;
  as.function().local_bytes = 8;
  as.op(program::Opcode::Icmp32, 0, 0, as.c32(2), program::no_operand,
        static_cast<std::uint32_t>(program::Compare::Ult));
  as.op(program::Opcode::Mov32, 1, 0);
  as.branch(0, "out", "recurse", "out");
  as.label("recurse");
  as.op(program::Opcode::LocalAddress, 5, program::no_operand, program::no_operand, program::no_operand, 4);
  as.store(program::Opcode::StoreLocal, 5, 0); // kept in local memory over the calls
  as.op(program::Opcode::Sub32, 2, 0, as.c32(1));
  as.op(program::Opcode::Call, 3, 2, program::no_operand, program::no_operand, 1);
  as.load(program::Opcode::LoadLocal, 6, 5);
  as.op(program::Opcode::Sub32, 2, 6, as.c32(2));
  as.op(program::Opcode::Call, 4, 2, program::no_operand, program::no_operand, 1);
  as.op(program::Opcode::Add32, 1, 3, 4);
  as.label("out");
  as.op(program::Opcode::Ret, program::no_operand, 1, program::no_operand);
  as.end();
  as.kernel(0, 4);
  return as.program;
}

TEST(Call, RecursionWithADepthForEachLane) {
  Machine machine(fibonacci());
  ASSERT_EQ(program::verify(machine.program), std::vector<std::string>{});
  const std::uint32_t out = machine.buffer("out", std::vector<std::uint32_t>(64));
  machine.argument(out);
  machine.launch.block = {64, 1, 1};
  const exec::RunResult result = machine.go();
  ASSERT_EQ(result.status, exec::RunStatus::Done) << (result.faults.empty() ? "" : result.faults[0].message);
  const std::uint32_t fib[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610};
  const auto words = machine.words(out, 64);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(words[i], fib[i % 16]) << i;
  EXPECT_EQ(machine.sink.accesses.back().event.access.mask, 0xffffffffu);
}

TEST(Call, LanesInDifferentFunctionsKeepTheirRegisters) {
  // Odd lanes call f, even lanes g: frames overlap, f holds 64-bit values where g holds words.
  Assembler as;
  as.begin("kernel", 8, 2);
  as.special(0, program::SpecialRegister::LaneId);
  as.op(program::Opcode::S32ToP, 0, 0);
  as.branch(0, "odd", "even", "meet");
  as.label("odd");
  as.op(program::Opcode::Call, 2, 0, 0, 1, 1);
  as.jump("meet");
  as.label("even");
  as.op(program::Opcode::Call, 2, 0, program::no_operand, program::no_operand, 2);
  as.label("meet");
  as.load(program::Opcode::LoadParam, 1, as.c32(program::window_base));
  as.op(program::Opcode::Gep32, 1, 1, 0, program::no_operand, 8);
  as.store(program::Opcode::StoreGlobal, 1, 2, 8, 1);
  as.ret();
  as.end();
  as.begin("f", 9, 3); // (slot 0, predicate 0) -> 64 bits at 3, predicate 1
  as.function().parameter_slots = 1, as.function().parameter_predicates = 1;
  as.function().result_slots = 2, as.function().result_predicates = 1;
  as.op(program::Opcode::Zext32To64, 3, 0);
  as.op(program::Opcode::Mul64, 3, 3, as.c64(0x100000001u));
  // G runs up to here before f goes on.
  as.op(program::Opcode::WarpSync, program::no_operand, as.c32(0xffffffffu));
  as.op(program::Opcode::MovP, 1, 0);
  as.op(program::Opcode::Ret, program::no_operand, 3, 1);
  as.end();
  as.begin("g", 5, 1); // (slot 0) -> 64 bits at 1
  as.function().parameter_slots = 1;
  as.function().result_slots = 2;
  as.op(program::Opcode::Mov32, 3, as.c32(77));
  as.op(program::Opcode::Mov32, 4, as.c32(78));
  as.op(program::Opcode::WarpSync, program::no_operand, as.c32(0xffffffffu));
  as.op(program::Opcode::Mov32, 1, 3);
  as.op(program::Opcode::Mov32, 2, 4);
  as.op(program::Opcode::Ret, program::no_operand, 1, program::no_operand);
  as.end();
  as.kernel(0, 4);
  Machine machine(as.program);
  ASSERT_EQ(program::verify(machine.program), std::vector<std::string>{});
  const std::uint32_t out = machine.buffer("out", std::vector<std::uint32_t>(64));
  machine.argument(out);
  machine.launch.block = {32, 1, 1};
  ASSERT_EQ(machine.go().status, exec::RunStatus::Done);
  const auto words = machine.words(out, 64);
  for (std::uint32_t i = 0; i < 32; ++i) {
    EXPECT_EQ(words[2 * i], i % 2 != 0 ? i : 77u);
    EXPECT_EQ(words[2 * i + 1], i % 2 != 0 ? i : 78u);
  }
}

TEST(Call, EndlessRecursionIsAFault) {
  Assembler as;
  as.begin("kernel", 1, 0);
  as.op(program::Opcode::Call, 0, 0, 0, 0, 1);
  as.ret();
  as.end();
  as.begin("again", 1, 0);
  as.function().local_bytes = 1000;
  as.op(program::Opcode::Call, 0, 0, 0, 0, 1);
  as.ret();
  as.end();
  as.kernel(0);
  Machine machine(as.program);
  machine.launch.block = {32, 1, 1};
  exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Faulted);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, trace::FaultKind::StackOverflow);
  EXPECT_NE(result.faults[0].message.find("calls nest deeper than 256 in again"), std::string::npos);

  machine.options.budget.local_bytes_per_thread = 10'000;
  result = machine.go();
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_NE(result.faults[0].message.find("bytes of local memory"), std::string::npos);

  // Without any budget the register file still has an end.
  machine.options.budget.local_bytes_per_thread = 0;
  machine.options.budget.call_depth = 0;
  result = machine.go();
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, trace::FaultKind::StackOverflow);
}

TEST(Call, LanesMayExitInACall) {
  Assembler as;
  as.begin("kernel", 4, 1);
  as.special(0, program::SpecialRegister::LaneId);
  as.op(program::Opcode::Call, program::no_operand, 0, program::no_operand, program::no_operand, 1);
  as.store(program::Opcode::StoreShared, as.c32(program::window_base), 0);
  as.ret();
  as.end();
  as.begin("leave", 4, 1);
  as.function().parameter_slots = 1;
  as.op(program::Opcode::Icmp32, 0, 0, as.c32(5), program::no_operand,
        static_cast<std::uint32_t>(program::Compare::Ult));
  as.branch(0, "exit", "stay", "");
  as.label("exit");
  as.op(program::Opcode::Exit);
  as.label("stay");
  as.ret();
  as.end();
  as.kernel(0, 0, 4);
  Machine machine(as.program);
  machine.launch.block = {32, 1, 1};
  EXPECT_EQ(machine.go().status, exec::RunStatus::Done);
  ASSERT_EQ(machine.sink.accesses.size(), 1u);
  EXPECT_EQ(machine.sink.accesses[0].event.access.mask, 0xffffffe0u);
}

} // namespace
} // namespace warpscope::testing
