// Text and options to counts, through the real compiler: what is right, and what each mistake is told.
#include "sim/devices/devices.h"
#include "sim/run/hazard_text.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

compile::Compiler& compiler() {
  static compile::Compiler shared; // one worker for all tests: it is what the app does, and fast
  return shared;
}

run::Request request(std::string text) {
  run::Request r;
  r.file = "k.cu";
  r.text = std::move(text);
  r.folder = ".";
  r.device = *devices::find_device("cc90");
  return r;
}

run::Request with_launch(std::string text, std::string grid, std::string block,
                         std::vector<std::pair<std::string, std::string>> arguments = {}) {
  run::Request r = request(std::move(text));
  r.overrides.grid = {std::move(grid)};
  r.overrides.block = {std::move(block)};
  r.overrides.arguments = std::move(arguments);
  return r;
}

run::Result run(const run::Request& r) { return run::simulate(compiler(), r); }

std::string told(const run::Result& result) { return format_diagnostics(result.diagnostics); }

#define EXPECT_TOLD(result, part)                                                                            \
  EXPECT_EQ((result).status, run::Status::UserError);                                                        \
  EXPECT_NE(told(result).find(part), std::string::npos) << "wanted: " << (part) << "\ntold: " << told(result)

const char* const transpose = R"(/* warpscope
title = "Transpose"
kernel = "transpose"
grid = ["WIDTH/32", "WIDTH/32"]
block = [32, 8]
[params]
WIDTH = [64, 128]
PAD = [0, 1]
[args]
in = "ramp[WIDTH*WIDTH]"
out = "zero[WIDTH*WIDTH]"
width = "WIDTH"
[check]
out = "plain"
*/
__global__ void transpose(const float *in, float *out, int width) {
  __shared__ float tile[32][32 + PAD];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void plain(const float *in, float *out, int width) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[x * width + y + j] = in[(y + j) * width + x];
}
)";

// Each lane: five sums, a product, a fused product and sum, a quotient, a root; a minimum and a sign are
// none.
TEST(Operations, OfTheTracedBlockAreCountedByLane) {
  run::Request r = with_launch("__global__ void k(float *p, double *q) {\n"
                               "  float x = p[threadIdx.x];\n"
                               "  if (threadIdx.x < 20) {\n"
                               "    float s = x;\n"
                               "    for (int i = 0; i < 5; ++i) s = __fadd_rn(s, x);\n"
                               "    s = __fmul_rn(s, x);\n"
                               "    s = __fmaf_rn(s, x, x);\n"
                               "    s = s / x;\n"
                               "    p[threadIdx.x] = fminf(-sqrtf(s), x);\n"
                               "    q[threadIdx.x] = __fma_rn(double(s), 2.0, 1.0);\n"
                               "  }\n"
                               "}\n",
                               "3", "32", {{"p", "ramp[96]"}, {"q", "zero[96]"}});
  r.trace_block = 1;
  r.trace_values = true;
  const run::Result result = run(r);
  ASSERT_EQ(result.status, run::Status::Done) << told(result);
  EXPECT_EQ(result.run.float_operations, 20u * (5 + 1 + 2 + 1 + 1));
  EXPECT_EQ(result.run.double_operations, 20u * 2);
  r.trace_values = false;
  EXPECT_EQ(run(r).run.float_operations, 0u) << "the fast loop counts nothing";
}

TEST(Simulate, CountsATransposeLineByLineAndChecksIt) {
  const run::Result result = run(request(transpose));
  ASSERT_EQ(result.status, run::Status::Done) << told(result);
  EXPECT_EQ(result.launch.kernel, "transpose");
  EXPECT_EQ(result.launch.grid, (Dim3{2, 2, 1}));
  EXPECT_EQ(result.run.simulated_blocks, 4u);
  // 4 blocks x 8 warps x 4 iterations = 128 accesses of each kind.
  EXPECT_EQ(result.totals.shared[0], (model::SharedTotals{128, 4096, 128 * 32, 128, 128 * 31}));
  EXPECT_EQ(result.totals.shared[1], (model::SharedTotals{128, 4096, 128, 128, 0}));
  EXPECT_EQ(result.totals.global[0], (model::GlobalTotals{128, 4096, 512, 512, 128, 128 * 128}));
  EXPECT_EQ(result.totals.global[1], (model::GlobalTotals{128, 4096, 512, 512, 128, 128 * 128}));
  ASSERT_EQ(result.lines.size(), 2u);
  EXPECT_EQ(result.lines[0].line, 19u);
  EXPECT_NE(result.lines[0].text.find("tile[threadIdx.y + j]"), std::string::npos);
  EXPECT_EQ(result.lines[0].totals.shared[1].requests, 128u);
  EXPECT_EQ(result.lines[0].totals.global[0].requests, 128u);
  EXPECT_EQ(result.lines[1].line, 22u);
  ASSERT_EQ(result.checks.size(), 1u);
  EXPECT_EQ(result.checks[0].mismatches, 0u);
  model::Totals sum;
  for (const model::Totals& site : result.sites) sum += site;
  EXPECT_EQ(sum, result.totals);
}

TEST(Simulate, OptionsOverrideTheHeader) {
  run::Request r = request(transpose);
  r.overrides.parameters = {{"PAD", "1"}, {"WIDTH", "128"}};
  const run::Result result = run(r);
  ASSERT_EQ(result.status, run::Status::Done) << told(result);
  EXPECT_EQ(result.launch.grid, (Dim3{4, 4, 1}));
  EXPECT_EQ(result.totals.shared[0].bank_conflicts, 0u);
}

TEST(Simulate, OptionsAloneAreEnough) {
  const auto r = with_launch(
      "__global__ void twice(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) x[i] = 2 * x[i]; }\n",
      "4", "64", {{"x", "ramp[256]"}, {"n", "200"}});
  const run::Result result = run(r);
  ASSERT_EQ(result.status, run::Status::Done) << told(result);
  EXPECT_EQ(result.launch.kernel, "twice");
  EXPECT_EQ(result.totals.global[0].requests, 7u) << "the last warp has no active lane";
  ASSERT_EQ(result.buffers.size(), 1u);
  EXPECT_EQ(result.buffers[0].name, "x");
  EXPECT_EQ(result.buffers[0].bytes, 1024u);
}

TEST(Simulate, ACheckThatFailsSaysWhere) {
  std::string text = transpose;
  text.replace(text.find("tile[threadIdx.x][threadIdx.y + j];"), 35, "tile[threadIdx.y + j][threadIdx.x];");
  const run::Result result = run(request(text));
  EXPECT_EQ(result.status, run::Status::CheckFailed);
  ASSERT_EQ(result.checks.size(), 1u);
  EXPECT_EQ(result.checks[0].mismatches, 64u * 64 - 4 * 32) << "a tile's diagonal is right by chance";
  EXPECT_EQ(result.checks[0].first, "out[1] = 1, should be 64");
}

TEST(Simulate, AReferenceThatIsNotThereOrFails) {
  std::string missing = transpose;
  missing.replace(missing.find("out = \"plain\""), 13, "out = \"plane\"");
  EXPECT_TOLD(run(request(missing)), "no kernel 'plane'");

  std::string broken = transpose;
  broken.replace(broken.find("out[x * width + y + j]"), 22, "out[x * width + y - 1]");
  const run::Result result = run(request(broken));
  EXPECT_EQ(result.status, run::Status::CheckFailed);
  ASSERT_EQ(result.checks.size(), 1u);
  EXPECT_NE(result.checks[0].first.find("the reference kernel 'plain' failed"), std::string::npos)
      << result.checks[0].first;
}

TEST(Simulate, KernelsAreFoundOrListed) {
  const std::string two = "__global__ void first(int *p) { p[threadIdx.x] = 1; }\n__global__ void second(int "
                          "*p) { p[threadIdx.x] = 2; }\n";
  const auto with = [&](const char* name) {
    run::Request r = with_launch(two, "1", "32", {{"p", "zero[32]"}});
    if (name != nullptr) r.overrides.kernel = name;
    return r;
  };
  EXPECT_EQ(run(with("second")).status, run::Status::Done);
  EXPECT_TOLD(run(with(nullptr)), "first, second");
  EXPECT_TOLD(run(with("secnod")), "did you mean 'second'");
  EXPECT_TOLD(run(with_launch("int main() { return 0; }\n", "1", "32")), "__global__");
  EXPECT_TOLD(run(with_launch("", "1", "32")), "no kernel");
}

TEST(Simulate, TemplatesAreInstantiatedByTheirName) {
  run::Request r = with_launch(
      "template <int N, class T> __global__ void fill(T *p) { p[threadIdx.x * N] = T(N); }\n", "1", "32",
      {{"p", "zero[256]"}});
  r.overrides.kernel = "fill<8, float>";
  const run::Result result = run(r);
  ASSERT_EQ(result.status, run::Status::Done) << told(result);
  EXPECT_EQ(result.totals.global[1].sectors, 32u);
}

TEST(Simulate, ArgumentsAreMatchedAndMistakesNamed) {
  const std::string text = "__global__ void k(float *out, int n) { out[threadIdx.x] = n; }\n";
  const auto with = [&](std::vector<std::pair<std::string, std::string>> arguments) {
    return run(with_launch(text, "1", "32", std::move(arguments)));
  };
  EXPECT_EQ(with({{"n", "3"}, {"out", "zero[32]"}}).status, run::Status::Done)
      << "the order of options does not matter";
  EXPECT_TOLD(with({{"out", "zero[32]"}}), "'int n' of kernel 'k' has no argument");
  EXPECT_TOLD(with({{"n", "3"}}), "--arg out=zero[1024]");
  EXPECT_TOLD(with({{"out", "zero[32]"}, {"n", "zero[4]"}}), "is no pointer");
  EXPECT_TOLD(with({{"out", "5"}, {"n", "4"}}), "is a pointer");
  EXPECT_TOLD(with({{"out", "zero[32]"}, {"n", "4"}, {"outt", "zero[4]"}}), "did you mean 'out'");
  EXPECT_TOLD(with({{"out", "zero[32]"}, {"n", "3000000000"}}), "does not fit int");
  EXPECT_TOLD(with({{"out", "zero[32]"}, {"n", "0.5"}}), "no whole number");
  EXPECT_TOLD(with({{"out", "zero[4000000000]"}, {"n", "1"}}), "does not fit the simulated memory");
  EXPECT_TOLD(with({{"out", "ones[32]"}, {"n", "1"}}), "ones");
}

TEST(Simulate, HeaderArgumentsGoByPlaceWhenNotByName) {
  const std::string
      text = "/* warpscope\ngrid = [1]\nblock = [32]\n[args]\nsource = \"ramp[32]\"\ncount = \"32\"\n*/\n"
             "__global__ void k(float *data, int n) { data[threadIdx.x] += n; }\n";
  const run::Result result = run(request(text));
  EXPECT_EQ(result.status, run::Status::Done) << told(result);
}

TEST(Simulate, AnOutOfBoundsAccessNamesTheElement) {
  const auto r = with_launch(
      "__global__ void k(const float *in, float *out) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  out[i] = in[i];\n}\n",
      "5", "256", {{"in", "ramp[1024]"}, {"out", "zero[2048]"}});
  const run::Result result = run(r);
  EXPECT_EQ(result.status, run::Status::Faulted);
  ASSERT_FALSE(result.run.faults.empty());
  const std::string& message = result.run.faults[0].message;
  EXPECT_NE(message.find("in[1024], but in has 1024 elements"), std::string::npos) << message;
  EXPECT_NE(message.find("thread (0, 0, 0) of block (4, 0, 0)"), std::string::npos) << message;
  EXPECT_EQ(result.run.faults[0].block, 4u);
  EXPECT_EQ(result.program->span_of(result.run.faults[0].pc).line, 3u);
}

TEST(Simulate, ANegativeIndexIsNamedToo) {
  const auto r = with_launch(
      "__global__ void k(float *a, float *b) { b[threadIdx.x] = a[(int)threadIdx.x - 1]; }\n", "1", "32",
      {{"a", "ramp[32]"}, {"b", "zero[32]"}});
  const run::Result result = run(r);
  ASSERT_FALSE(result.run.faults.empty());
  EXPECT_NE(result.run.faults[0].message.find("a[-1], but a has 32 elements"), std::string::npos)
      << result.run.faults[0].message;
}

TEST(Simulate, SharedArraysKeepTheirShapeInMessages) {
  const auto r = with_launch("__global__ void k(float *out) { __shared__ float t[4][8];\n  t[threadIdx.x][0] "
                             "= 1;\n  out[threadIdx.x] = t[0][threadIdx.x % 8]; }\n",
                             "1", "32", {{"out", "zero[32]"}});
  const run::Result result = run(r);
  ASSERT_FALSE(result.run.faults.empty()) << told(result);
  EXPECT_NE(result.run.faults[0].message.find("t[4][0], but t is t[4][8]"), std::string::npos)
      << result.run.faults[0].message;
}

TEST(Simulate, ABarrierInABranchIsADeadlockWithItsThreads) {
  const auto r = with_launch("__global__ void k(int *p) {\n  if (threadIdx.x < 32) __syncthreads();\n  else "
                             "while (((volatile int *)p)[0] == 0) {}\n}\n",
                             "1", "64", {{"p", "zero[1]"}});
  run::Request bounded = r;
  bounded.budget.warp_instructions_per_block = 100'000;
  const run::Result result = run(bounded);
  EXPECT_NE(result.status, run::Status::Done);
  EXPECT_NE(result.status, run::Status::UserError) << told(result);
}

/// What a device does is said of the case that was seen there, and of no other.
TEST(Simulate, ABarrierThatDoesNotEndIsSaidAsItIs) {
  const auto said = [](const std::string& body) {
    const run::Result result = run(
        with_launch("#include <cuda/barrier>\n__global__ void k(int *p) {\n" + body + "}\n", "1", "64",
                    {{"p", "zero[1]"}}));
    return result.run.barrier_divergence.empty()
               ? told(result)
               : run::describe_divergence(result, result.run.barrier_divergence[0]).message;
  };
  const std::string branch = said("  if (threadIdx.x < 16) __syncthreads();\n  p[0] = 1;\n");
  EXPECT_NE(branch.find("an H200 took the whole warp as arrived"), std::string::npos) << branch;
  const std::string object = said("  __shared__ cuda::barrier<cuda::thread_scope_block> bar;\n  if "
                                  "(threadIdx.x == 0) init(&bar, 64);\n  __syncthreads();\n"
                                  "  if (threadIdx.x == 5) return;\n  bar.arrive_and_wait();\n");
  EXPECT_NE(object.find("63 wait here (threads 0-4, 6-63); it counts arrivals, not threads"),
            std::string::npos)
      << object;
  EXPECT_EQ(object.find("H200"), std::string::npos) << object;
}

TEST(Simulate, AnEndlessLoopMeetsItsBudget) {
  run::Request r = with_launch("__global__ void k(volatile int *p) { while (p[0] == 0) {} }\n", "1", "32",
                               {{"p", "zero[1]"}});
  r.budget.warp_instructions_per_block = 200'000;
  const run::Result result = run(r);
  EXPECT_EQ(result.status, run::Status::BudgetExceeded);
  EXPECT_FALSE(result.run.budget_message.empty());
  EXPECT_GT(result.totals.global[0].requests, 1000u) << "what was counted until then is there";
}

TEST(Simulate, CancelledBeforeItBegins) {
  const std::atomic<bool> stop{true};
  run::Request r = request(transpose);
  r.cancel = &stop;
  EXPECT_EQ(run(r).status, run::Status::Cancelled);
}

TEST(Simulate, OneBlockCanBeRunAndTraced) {
  run::Request r = request(transpose);
  r.blocks = {3};
  r.trace_block = 3;
  const run::Result result = run(r);
  ASSERT_EQ(result.status, run::Status::Done) << told(result);
  EXPECT_EQ(result.run.simulated_blocks, 1u);
  EXPECT_EQ(result.run.total_blocks, 4u);
  ASSERT_TRUE(result.trace);
  EXPECT_EQ(result.trace->block(), 3u);
  EXPECT_GE(result.trace->size(), 128u);
  EXPECT_TRUE(result.checks.empty()) << "a part of the output cannot be checked";
}

TEST(Simulate, TheTracedBlockIsOnlyThatBlock) {
  run::Request all = request(transpose);
  all.trace_block = 3;
  run::Request one = all;
  one.blocks = {3};
  const run::Result a = run(all);
  const run::Result b = run(one);
  ASSERT_TRUE(a.trace && b.trace);
  EXPECT_EQ(a.trace->size(), b.trace->size());
}

TEST(Simulate, BlocksThatAreNotThere) {
  run::Request r = request(transpose);
  r.trace_block = 4;
  EXPECT_TOLD(run(r), "there is no block 4");
  r.trace_block.reset();
  r.blocks = {2, 1};
  EXPECT_TOLD(run(r), "block 1 cannot be run");
}

TEST(Simulate, LimitsOfTheLaunch) {
  const std::string text = "__global__ void k() {}\n__global__ void __launch_bounds__(64) bounded() {}\n";
  run::Request r = with_launch(text, "1", "2048");
  r.overrides.kernel = "k";
  EXPECT_TOLD(run(r), "1,024");
  r.overrides.block = {"128"};
  r.overrides.kernel = "bounded";
  EXPECT_TOLD(run(r), "__launch_bounds__(64)");
  r.overrides.block = {"0"};
  EXPECT_TOLD(run(r), "sizes begin at 1");
  r.overrides.block = {"32"};
  r.overrides.shared = "300*1024";
  EXPECT_TOLD(run(r), "shared memory");
  EXPECT_TOLD(run(request("__global__ void k() {}\n")), "no grid");
}

TEST(Simulate, DynamicSharedMemory) {
  run::Request r = with_launch("extern __shared__ float s[];\n__global__ void k(float *o) { "
                               "s[threadIdx.x] = 1; o[threadIdx.x] = s[threadIdx.x]; }\n",
                               "1", "32", {{"o", "zero[32]"}});
  const run::Result none = run(r);
  EXPECT_EQ(none.status, run::Status::Faulted);
  EXPECT_NE(told(none).find("--shared BYTES"), std::string::npos) << told(none);
  r.overrides.shared = "128";
  const run::Result enough = run(r);
  EXPECT_EQ(enough.status, run::Status::Done) << told(enough);
}

TEST(Simulate, AStudentsWholeProgramRuns) {
  const auto r = with_launch("#include <cstdio>\n#include <vector>\n#include <cuda_runtime.h>\n"
                             "__global__ void k(float *x) { x[threadIdx.x] += 1; }\n"
                             "std::vector<float> host(int n) { return std::vector<float>(n); }\n"
                             "int main() { float *d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); "
                             "cudaDeviceSynchronize(); printf(\"done\"); }\n",
                             "1", "32", {{"x", "zero[32]"}});
  const run::Result result = run(r);
  EXPECT_EQ(result.status, run::Status::Done) << told(result);
}

TEST(Simulate, CompileErrorsKeepTheirPlace) {
  const run::Result result = run(
      with_launch("__global__ void k(float *p) {\n  p[0] = missing;\n}\n", "1", "32", {{"p", "zero[1]"}}));
  EXPECT_EQ(result.status, run::Status::UserError);
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_EQ(result.diagnostics[0].file, "k.cu");
  EXPECT_EQ(result.diagnostics[0].span.line, 2u);
  EXPECT_EQ(result.diagnostics[0].span.column, 10u);
  EXPECT_EQ(result.diagnostics[0].source_line, "  p[0] = missing;");
}

} // namespace
} // namespace warpscope
