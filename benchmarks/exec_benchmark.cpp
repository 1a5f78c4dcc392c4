// Lane accesses a second of the executor, on hand-made bytecode: one core, no compiler in the way.
#include "sim/exec/run.h"
#include "tests/program/assembler.h"

#include <benchmark/benchmark.h>

namespace warpscope {
namespace {

using testing::Assembler;

/// Counts what it is told, as cheaply as a sink can.
struct CountingSink final : trace::TraceSink {
  void on_access(const trace::AccessEvent& event) override {
    ++accesses;
    lanes += static_cast<std::uint64_t>(__builtin_popcount(event.access.mask));
  }
  std::uint64_t accesses = 0, lanes = 0;
};

/// out[i] = in[i], a grid of blocks of 256, one element a thread.
program::Program copy_kernel() {
  Assembler as;
  as.begin("copy", 8, 1);
  as.special(0, program::SpecialRegister::CtaidX);
  as.special(1, program::SpecialRegister::NTidX);
  as.op(program::Opcode::Mul32, 0, 0, 1);
  as.special(1, program::SpecialRegister::TidX);
  as.op(program::Opcode::Add32, 0, 0, 1);
  as.load(program::Opcode::LoadParam, 2, as.c32(program::window_base));
  as.load(program::Opcode::LoadParam, 3, as.c32(program::window_base + 4));
  as.op(program::Opcode::Gep32, 4, 2, 0, program::no_operand, 4);
  as.load(program::Opcode::LoadGlobal, 5, 4);
  as.op(program::Opcode::Gep32, 4, 3, 0, program::no_operand, 4);
  as.store(program::Opcode::StoreGlobal, 4, 5);
  as.ret();
  as.end();
  as.kernel(0, 8);
  return as.program;
}

/// The inner loop of a product by 16x16 tiles: per step two shared loads, a multiply-add and the loop's own
/// instructions; every 16 steps two global loads, two shared stores and two barriers.
program::Program tiled_product(std::uint32_t tiles) {
  Assembler as;
  as.begin("product", 24, 1);
  as.special(0, program::SpecialRegister::TidX);
  as.special(1, program::SpecialRegister::TidY);
  as.load(program::Opcode::LoadParam, 2, as.c32(program::window_base), 4, 2); // a, b
  as.op(program::Opcode::Shl32, 4, 1, as.c32(4));
  as.op(program::Opcode::Add32, 4, 4, 0); // ty * 16 + tx
  as.op(program::Opcode::Mov32, 5, as.cf(0));
  as.op(program::Opcode::Mov32, 6, as.c32(0)); // tile
  as.op(program::Opcode::Gep32, 7, as.c32(program::window_base), 4, program::no_operand, 4);
  as.op(program::Opcode::Gep32, 8, as.c32(program::window_base + 1024), 4, program::no_operand, 4);
  as.op(program::Opcode::Gep32, 9, as.c32(program::window_base), 1, program::no_operand, 64);
  as.op(program::Opcode::Gep32, 10, as.c32(program::window_base + 1024), 0, program::no_operand, 4);
  as.label("tile");
  as.op(program::Opcode::Gep32, 11, 2, 4, program::no_operand, 4);
  as.load(program::Opcode::LoadGlobal, 12, 11);
  as.store(program::Opcode::StoreShared, 7, 12);
  as.op(program::Opcode::Gep32, 11, 3, 4, program::no_operand, 4);
  as.load(program::Opcode::LoadGlobal, 12, 11);
  as.store(program::Opcode::StoreShared, 8, 12);
  as.op(program::Opcode::BarSync);
  as.op(program::Opcode::Mov32, 13, as.c32(0));
  as.label("step");
  as.op(program::Opcode::Gep32, 14, 9, 13, program::no_operand, 4);
  as.load(program::Opcode::LoadShared, 15, 14);
  as.op(program::Opcode::Gep32, 14, 10, 13, program::no_operand, 64);
  as.load(program::Opcode::LoadShared, 16, 14);
  as.op(program::Opcode::FmaF32, 5, 15, 16, 5);
  as.op(program::Opcode::Add32, 13, 13, as.c32(1));
  as.op(program::Opcode::Icmp32, 0, 13, as.c32(16), program::no_operand,
        static_cast<std::uint32_t>(program::Compare::Ult));
  as.branch(0, "step", "done", "done");
  as.label("done");
  as.op(program::Opcode::BarSync);
  as.op(program::Opcode::Add32, 6, 6, as.c32(1));
  as.op(program::Opcode::Icmp32, 0, 6, as.c32(tiles), program::no_operand,
        static_cast<std::uint32_t>(program::Compare::Ult));
  as.branch(0, "tile", "out", "out");
  as.label("out");
  as.op(program::Opcode::Gep32, 11, 2, 4, program::no_operand, 4);
  as.store(program::Opcode::StoreGlobal, 11, 5);
  as.ret();
  as.end();
  as.kernel(0, 8, 2048);
  return as.program;
}

struct Setup {
  Setup(program::Program program_in, Dim3 grid, Dim3 block, std::uint64_t bytes)
      : program(std::move(program_in)), memory(program) {
    const std::uint32_t pointers[] = {*memory.allocate("a", bytes), *memory.allocate("b", bytes)};
    const auto* first = reinterpret_cast<const std::uint8_t*>(pointers);
    launch.parameters.assign(first, first + sizeof pointers);
    launch.grid = grid;
    launch.block = block;
  }
  program::Program program;
  exec::DeviceMemory memory;
  exec::Launch launch;
};

void measure(benchmark::State& state, Setup& setup, bool with_sink) {
  exec::RunOptions options;
  options.code = static_cast<exec::HostCode>(state.range(0));
  CountingSink counting;
  trace::TraceSink silent;
  const exec::RunResult first = exec::run(setup.program, setup.launch, setup.memory, options, counting);
  if (first.status != exec::RunStatus::Done) {
    state.SkipWithError("the kernel did not run to its end");
    return;
  }
  const std::uint64_t lanes = counting.lanes;
  trace::TraceSink& sink = with_sink ? static_cast<trace::TraceSink&>(counting) : silent;
  std::uint64_t instructions = 0;
  for (auto _ : state)
    instructions += exec::run(setup.program, setup.launch, setup.memory, options, sink).warp_instructions;
  state.counters["lane_accesses"] = benchmark::Counter(static_cast<double>(lanes * state.iterations()),
                                                       benchmark::Counter::kIsRate);
  state.counters["warp_instructions"] = benchmark::Counter(static_cast<double>(instructions),
                                                           benchmark::Counter::kIsRate);
}

void copy(benchmark::State& state, bool with_sink) {
  Setup setup(copy_kernel(), {4096, 1, 1}, {256, 1, 1}, 4u << 20);
  measure(state, setup, with_sink);
}
void product(benchmark::State& state, bool with_sink) {
  Setup setup(tiled_product(32), {16, 1, 1}, {16, 16, 1}, 1024);
  measure(state, setup, with_sink);
}

// The argument: a HostCode, 0 the best this CPU has, 1 AVX2, 2 without vector instructions.
BENCHMARK_CAPTURE(copy, silent, false)->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(copy, counting, true)->Arg(0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(product, silent, false)->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(product, counting, true)->Arg(0)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace warpscope
