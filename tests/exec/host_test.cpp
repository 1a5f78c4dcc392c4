// printf, assert, budgets, cancelling, progress.
#include "sim/exec/endless_loop.h"
#include "sim/exec/printf_format.h"
#include "tests/exec/machine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <new>
#include <thread>

namespace warpscope::testing {
namespace {

struct Packed {
  std::vector<std::uint8_t> bytes;
  template <class T> Packed& add(T value) {
    bytes.resize((bytes.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T));
    const auto* first = reinterpret_cast<const std::uint8_t*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof(T));
    return *this;
  }
};

std::string text_of(std::string_view format, const Packed& packed, int* count = nullptr) {
  exec::PrintfSource source;
  source.read = [&](std::uint64_t offset, void* to, std::size_t size) {
    if (offset + size > packed.bytes.size()) return false;
    std::memcpy(to, packed.bytes.data() + offset, size);
    return true;
  };
  source.string = [](std::uint64_t pointer, std::string& text) {
    text = "word";
    return pointer == 64;
  };
  std::string out;
  const int taken = exec::format_printf(out, format, source);
  if (count != nullptr) *count = taken;
  return out;
}

TEST(Printf, Directives) {
  int count = 0;
  EXPECT_EQ(text_of("%d %u %x|%5.2f|%%\n", Packed().add(-5).add(7u).add(255).add(3.14159), &count),
            "-5 7 ff| 3.14|%\n");
  EXPECT_EQ(count, 4);
  EXPECT_EQ(text_of("%lld %hhd %hu %llx %zu",
                    Packed().add(-1LL).add(300).add(65537).add(~0ULL).add(std::size_t{9})),
            "-1 44 1 ffffffffffffffff 9");
  EXPECT_EQ(text_of("%c%5c%-3c|", Packed().add(int{'a'}).add(int{'b'}).add(int{'c'})), "a    bc  |");
  EXPECT_EQ(text_of("%g %e %G %a", Packed().add(0.5).add(1.0).add(1e-10).add(1.0)),
            "0.5 1.000000e+00 1E-10 0x1p+0");
  EXPECT_EQ(
      text_of("%s %.2s %8s|", Packed().add(std::uint64_t{64}).add(std::uint64_t{64}).add(std::uint64_t{64})),
      "word wo     word|");
  EXPECT_EQ(text_of("%s %s", Packed().add(std::uint64_t{0}).add(std::uint64_t{1})), "(null) (bad pointer)");
  EXPECT_EQ(text_of("%p", Packed().add(std::uint64_t{0x100001000})), "0x100001000");
  EXPECT_EQ(text_of("%*d|%-*d|%.*f", Packed().add(5).add(1).add(4).add(2).add(1).add(2.25)),
            "    1|2   |2.2");
  EXPECT_EQ(text_of("%+d % d %#x %05d", Packed().add(1).add(2).add(3).add(4)), "+1  2 0x3 00004");
}

TEST(Printf, MalformedFormatsAndMissingArguments) {
  int count = 0;
  EXPECT_EQ(text_of("%", {}), "%");
  EXPECT_EQ(text_of("100%", {}), "100%");
  EXPECT_EQ(text_of("%y %k", {}), "%y %k");
  EXPECT_EQ(text_of("%n", Packed().add(std::uint64_t{64})), "%n"); // never written through
  EXPECT_EQ(text_of("%d and %d", Packed().add(1), &count), "1 and (?)");
  EXPECT_EQ(count, -1);
  EXPECT_LE(text_of("%999999999d", Packed().add(1)).size(), 4096u);
  EXPECT_LE(text_of("%*d", Packed().add(std::numeric_limits<int>::min()).add(1)).size(), 4096u);
  EXPECT_LE(text_of("%.99999f", Packed().add(1e300)).size(), 5000u);
}

program::Program printing() {
  Assembler as;
  const std::uint64_t format = as.string("thread %d: %f\n");
  as.begin("k", 16, 1);
  as.function().local_bytes = 16;
  as.special(0, program::SpecialRegister::TidX);
  as.op(program::Opcode::LocalAddress, 1);
  as.store(program::Opcode::StoreLocal, 1, 0);
  as.op(program::Opcode::S32ToF64, 2, 0);
  as.op(program::Opcode::Gep32, 4, 1, as.c32(8), program::no_operand, 1);
  as.store(program::Opcode::StoreLocal, 4, 2, 8, 1);
  as.op(program::Opcode::ToGeneric, 6, 1, program::no_operand, program::no_operand, 3);
  as.op(program::Opcode::Printf, 8, as.c64(format), 6);
  as.ret();
  as.end();
  as.kernel(0);
  return as.program;
}

TEST(Printf, OfAKernelIsCapturedAndBounded) {
  Machine machine(printing());
  ASSERT_TRUE(program::verify(machine.program).empty());
  machine.launch.block = {3, 1, 1};
  exec::RunResult result = machine.go();
  EXPECT_EQ(result.printf_output, "thread 0: 0.000000\nthread 1: 1.000000\nthread 2: 2.000000\n");
  EXPECT_FALSE(result.printf_truncated);
  machine.options.budget.printf_bytes = 25;
  result = machine.go();
  EXPECT_EQ(result.printf_output, "thread 0: 0.000000\nthread");
  EXPECT_TRUE(result.printf_truncated);
}

TEST(Assert, SaysTheConditionAndThePlace) {
  Assembler as;
  const std::uint64_t condition = as.string("i < n"), file = as.string("k.cu");
  as.begin("k", 4, 1);
  as.special(0, program::SpecialRegister::TidX);
  as.op(program::Opcode::Icmp32, 0, 0, as.c32(5), program::no_operand,
        static_cast<std::uint32_t>(program::Compare::Ult));
  as.branch(0, "fine", "bad", "fine");
  as.label("bad");
  as.op(program::Opcode::AssertFail, program::no_operand, as.c64(condition), as.c64(file), as.c32(12));
  as.label("fine");
  as.ret();
  as.end();
  as.kernel(0);
  Machine machine(as.program);
  machine.launch.block = {32, 1, 1};
  const exec::RunResult result = machine.go();
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, trace::FaultKind::Assert);
  EXPECT_EQ(result.faults[0].message,
            "thread (5,0,0) of block (0,0,0) fails the assertion `i < n' (k.cu:12)");
}

program::Program endless() {
  Assembler as;
  as.begin("k", 4, 1);
  as.label("again");
  as.op(program::Opcode::Nop);
  as.jump("again");
  as.end();
  as.kernel(0);
  return as.program;
}

TEST(Budget, EndsAnEndlessLoop) {
  Machine machine(endless());
  ASSERT_TRUE(program::verify(machine.program).empty());
  machine.launch.block = {32, 1, 1};
  machine.launch.grid = {5, 1, 1};
  machine.options.budget.warp_instructions_per_block = 12345;
  exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::BudgetExceeded);
  EXPECT_EQ(result.warp_instructions, 12345u);
  EXPECT_NE(result.budget_message.find("a block ran 12,345 warp instructions"), std::string::npos);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, trace::FaultKind::Budget);
  EXPECT_EQ(result.simulated_blocks, 0u);

  machine.options.budget.warp_instructions = 1000;
  result = machine.go();
  EXPECT_EQ(result.warp_instructions, 1000u);
  EXPECT_NE(result.budget_message.find("the launch ran 1,000 warp instructions"), std::string::npos);

  machine.options.budget.warp_instructions = machine.options.budget.warp_instructions_per_block = 0;
  machine.options.budget.seconds = 0.05;
  result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::BudgetExceeded);
  EXPECT_NE(result.budget_message.find("0.05 s of processor time"), std::string::npos);
}

/// While (true) { for (short) … }: the run is mostly in the inner loop when its budget ends, but that one
/// comes to its end again and again.
TEST(Budget, TheLoopIsTheOneThatDoesNotEnd) {
  const auto code = [](std::vector<program::Instruction> instructions) {
    program::Program made;
    for (program::Instruction& instruction : instructions) {
      instruction.span = static_cast<std::uint32_t>(made.spans.size());
      made.spans.push_back({static_cast<std::uint32_t>(made.code.size()) + 1, 1, 1, 2});
      made.code.push_back(instruction);
    }
    made.functions.push_back({.entry = 0, .end = static_cast<std::uint32_t>(made.code.size())});
    return made;
  };
  const auto nop = [] { return program::Instruction{.op = program::Opcode::Nop}; };
  const auto jump = [](std::uint32_t to) {
    return program::Instruction{.op = program::Opcode::Jump, .imm = to};
  };
  const auto branch = [](std::uint32_t yes, std::uint32_t no) {
    return program::Instruction{.op = program::Opcode::Branch, .b = yes, .c = no};
  };
  const program::Instruction ret{.op = program::Opcode::Ret};
  // 0: outer; 1..3: inner, left at 1; 4: back to the outer one; the outer one is left at 0, or never.
  const auto nested = [&](bool left) {
    return code({left ? branch(1, 5) : nop(), branch(2, 4), nop(), jump(1), jump(0), ret});
  };
  EXPECT_EQ(exec::endless_loop(nested(false), std::vector<std::uint32_t>{2}), 4u)
      << "nothing leaves the outer one: its jump back, in line 5";
  EXPECT_EQ(exec::endless_loop(nested(true), std::vector<std::uint32_t>{2, 1, 4, 0}), 0u)
      << "the warp was in the outer one alone, too";
  EXPECT_EQ(exec::endless_loop(nested(true), std::vector<std::uint32_t>{2, 1, 3}), 1u)
      << "the warp never left the inner one";
  EXPECT_EQ(exec::endless_loop(nested(true), std::vector<std::uint32_t>{5}), trace::Fault::no_loop);
  // The inner loop's body may lie behind the outer one's jump back.
  const program::Program apart = code({branch(1, 5), branch(3, 2), jump(0), nop(), jump(1), ret});
  EXPECT_EQ(exec::endless_loop(apart, std::vector<std::uint32_t>{3, 2}), 0u);
  EXPECT_EQ(exec::endless_loop(apart, std::vector<std::uint32_t>{3, 1}), 1u);
}

TEST(Budget, TimeIsTheThreadsOwnAndTheClockIsAFarGuard) {
  // The caller sleeps in its first report of progress: by the clock the launch takes long, by its work it
  // does not.
  Machine machine(endless());
  machine.options.budget.warp_instructions_per_block = 1'000'000;
  machine.options.budget.warp_instructions = 0;
  machine.options.budget.seconds = 1;
  std::uint64_t slept = 0;
  machine.options.progress = [&](std::uint64_t, std::uint64_t) {
    if (++slept == 1) std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  };
  exec::RunResult result = machine.go();
  EXPECT_GE(slept, 1u);
  EXPECT_NE(result.budget_message.find("a block ran 1,000,000 warp instructions"), std::string::npos)
      << result.budget_message;

  machine.options.budget.warp_instructions_per_block = 0;
  machine.options.budget.wall_factor = 1.1;
  slept = 0;
  result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::BudgetExceeded);
  EXPECT_NE(result.budget_message.find("1.1 s by the clock"), std::string::npos) << result.budget_message;
}

TEST(Budget, CancelIsHeard) {
  Machine machine(endless());
  std::atomic<bool> cancel{false};
  machine.options.cancel = &cancel;
  std::uint64_t calls = 0;
  machine.options.progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(done, 0u);
    EXPECT_EQ(total, 1u);
    if (++calls == 3) cancel = true;
  };
  EXPECT_EQ(machine.go().status, exec::RunStatus::Cancelled);
  EXPECT_GE(calls, 3u);
}

TEST(Run, OnlyTheBlocksAskedFor) {
  Assembler as;
  as.begin("k", 4, 0);
  as.ret();
  as.end();
  as.kernel(0);
  Machine machine(as.program);
  machine.launch.grid = {4, 4, 1};
  machine.options.blocks = {2, 7, 99};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.simulated_blocks, 2u);
  EXPECT_EQ(result.total_blocks, 16u);
  EXPECT_EQ(machine.sink.begun, (std::vector<std::uint64_t>{2, 7}));
}

TEST(Host, MemoryThatRunsOutIsABudgetAndNotTheEndOfTheProcess) {
  struct Full final : trace::TraceSink {
    void on_access(const trace::AccessEvent&) override {
      throw std::bad_alloc();
    } // as a sink, a warp or printf may on a full machine
  };
  Assembler as;
  as.begin("k", 4, 1);
  as.load(program::Opcode::LoadParam, 0, as.c32(program::window_base));
  as.load(program::Opcode::LoadGlobal, 1, 0);
  as.ret();
  as.end();
  as.kernel(0, 4);
  Machine machine(as.program);
  machine.argument(machine.buffer("data", {1, 2, 3}));
  machine.launch.block = {32, 1, 1};
  machine.launch.grid = {64, 1, 1};
  Full first, second;
  trace::TraceSink* const sinks[] = {&first, &second};
  const exec::RunResult result = exec::run(machine.program, machine.launch, machine.memory, machine.options,
                                           sinks);
  EXPECT_EQ(result.status, exec::RunStatus::BudgetExceeded);
  EXPECT_NE(result.budget_message.find("no memory left"), std::string::npos) << result.budget_message;
  EXPECT_NE(result.budget_message.find("--threads"), std::string::npos);
}

} // namespace
} // namespace warpscope::testing
