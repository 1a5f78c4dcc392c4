// The smallest launch, and the fault of leaving a buffer.
#include "tests/exec/machine.h"

#include <gtest/gtest.h>

namespace warpscope::testing {
namespace {

/// out[tid] = in[tid] + tid
program::Program add_thread_number() {
  Assembler as;
  as.begin("add", 8, 1);
  as.load(program::Opcode::LoadParam, 0, as.c32(program::window_base));
  as.load(program::Opcode::LoadParam, 1, as.c32(program::window_base + 4));
  as.special(2, program::SpecialRegister::TidX);
  as.special(3, program::SpecialRegister::CtaidX);
  as.special(4, program::SpecialRegister::NTidX);
  as.op(program::Opcode::Mul32, 3, 3, 4);
  as.op(program::Opcode::Add32, 2, 2, 3);
  as.op(program::Opcode::Gep32, 4, 0, 2, program::no_operand, 4);
  as.load(program::Opcode::LoadGlobal, 5, 4);
  as.op(program::Opcode::Add32, 5, 5, 2);
  as.op(program::Opcode::Gep32, 4, 1, 2, program::no_operand, 4);
  as.store(program::Opcode::StoreGlobal, 4, 5);
  as.ret();
  as.end();
  as.kernel(0, 8);
  return as.program;
}

TEST(Run, AddsThreadNumbers) {
  Machine machine(add_thread_number());
  EXPECT_EQ(program::verify(machine.program), std::vector<std::string>{});
  std::vector<std::uint32_t> in(200);
  for (std::uint32_t i = 0; i < 200; ++i) in[i] = 1000 * i;
  const std::uint32_t a = machine.buffer("in", in);
  const std::uint32_t b = machine.buffer("out", std::vector<std::uint32_t>(200));
  machine.argument(a);
  machine.argument(b);
  machine.launch.grid = {4, 1, 1};
  machine.launch.block = {50, 1, 1};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Done);
  EXPECT_EQ(result.simulated_blocks, 4u);
  EXPECT_EQ(result.warp_instructions, 4u * 2 * 13);
  const auto out = machine.words(b, 200);
  for (std::uint32_t i = 0; i < 200; ++i) EXPECT_EQ(out[i], 1001 * i);
  ASSERT_EQ(machine.sink.accesses.size(), 16u);
  EXPECT_EQ(machine.sink.accesses[2].event.access.mask, (1u << 18) - 1);
}

TEST(Run, NamesTheBufferThatIsLeft) {
  Machine machine(add_thread_number());
  const std::uint32_t a = machine.buffer("in", std::vector<std::uint32_t>(199));
  const std::uint32_t b = machine.buffer("out", std::vector<std::uint32_t>(200));
  machine.argument(a);
  machine.argument(b);
  machine.launch.grid = {4, 1, 1};
  machine.launch.block = {50, 1, 1};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Faulted);
  EXPECT_EQ(result.faulted_blocks, 1u);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].message,
            "thread (49,0,0) of block (3,0,0) reads 4 bytes at offset 796 of the 796-byte buffer in");
  EXPECT_EQ(result.faults[0].kind, trace::FaultKind::OutOfBounds);
  EXPECT_EQ(result.faults[0].thread, 49u);
  EXPECT_EQ(result.faults[0].pc, 8u);
}

} // namespace
} // namespace warpscope::testing
