// The labs as NVRTC of this machine compiles them: their machine code, executed, beside the text, executed.
#include "app/measuring/read_code.h"
#include "gpu/measure/machine_code.h"
#include "gpu/measure/nvrtc.h"
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/run/estimate.h"
#include "sim/run/simulate.h"
#include "sim/sass/run.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

compile::Compiler& text_compiler() {
  static compile::Compiler one(std::string(WARPSCOPE_BINARY_DIR) + "/warpscope-compiler");
  return one;
}
remote::MeasureProcess& process() {
  static remote::MeasureProcess one(remote::MeasureProfile(),
                                    std::string(WARPSCOPE_BINARY_DIR) + "/warpscope-measure");
  return one;
}

/// Why nothing can be read on this machine; empty: it can.
std::string why_not() {
  if (const std::string reason = measure::no_nvrtc(); !reason.empty()) return reason;
  return measure::find_disassembler().empty() ? "there is no nvdisasm on this machine" : "";
}

run::Request request_of(const std::string& file, const std::string& text) {
  run::Request request;
  request.file = file;
  request.text = text;
  request.device = *devices::find_device("cc90");
  request.hash_buffers = true;
  return request;
}

/// What the kernel leaves in memory, as written and as the compiler left it, is the same, bit by bit: the
/// labs compute what no contraction changes.
TEST(ReadCode, TheLabsLeaveWhatTheTextLeaves) {
  if (const std::string reason = why_not(); !reason.empty()) GTEST_SKIP() << reason;
  std::size_t compared = 0;
  for (const labs::Lab& lab : labs::labs()) {
    if (lab.program) continue;
    run::Request request = request_of(lab.file_name, lab.text);
    const run::Result written = run::simulate(text_compiler(), request);
    std::string why;
    request.code = measuring::read_code(text_compiler(), process(), request, nullptr, why);
    ASSERT_NE(request.code, nullptr) << lab.file_name << ": " << why;
    EXPECT_GT(request.code->registers, 0u) << lab.file_name;
    // Products of warpgroups, clusters, bulk copies and barriers in memory, which a pipeline has, are not
    // read: their labs say so by the instruction's name.
    if (const std::string unknown = sass::not_known(*request.code); !unknown.empty()) {
      EXPECT_TRUE(lab.text.find("wgmma") != std::string::npos ||
                  lab.text.find("cluster") != std::string::npos ||
                  lab.text.find("cuda::pipeline") != std::string::npos ||
                  lab.text.find("cp.async.bulk") != std::string::npos)
          << lab.file_name << ": " << unknown;
      continue;
    }
    // What a race or a fault leaves hangs on which thread comes first.
    if (!written.hazards.empty() || written.status != run::Status::Done) continue;
    EXPECT_FALSE(request.code->ptx.empty()) << lab.file_name;
    const run::Result read = run::simulate(text_compiler(), request);
    ASSERT_EQ(read.status, run::Status::Done)
        << lab.file_name << ": " << format_diagnostics(read.diagnostics);
    ASSERT_EQ(read.buffers.size(), written.buffers.size());
    for (std::size_t b = 0; b < read.buffers.size(); ++b, ++compared)
      EXPECT_EQ(read.buffers[b].hash, written.buffers[b].hash)
          << lab.file_name << " " << read.buffers[b].name;
    EXPECT_EQ(read.checks.size(), written.checks.size());
    EXPECT_GT(read.lines.size(), 0u);
  }
  EXPECT_GT(compared, 30u);
}

/// ptxas keeps to the limit of the header, and what finds no register is loaded from local memory.
TEST(ReadCode, ALimitOfRegistersMakesSpills) {
  if (const std::string reason = why_not(); !reason.empty()) GTEST_SKIP() << reason;
  const labs::Lab& lab = *labs::find_lab("register_limit");
  std::uint32_t registers_before = 256, local_before = 0;
  for (const std::uint32_t limit : {0u, 64u, 40u, 32u}) {
    run::Request request = request_of(lab.file_name, lab.text);
    request.overrides.parameters = {{"LIMIT", std::to_string(limit)}};
    std::string why;
    request.code = measuring::read_code(text_compiler(), process(), request, nullptr, why);
    ASSERT_NE(request.code, nullptr) << why;
    EXPECT_TRUE(limit == 0 || request.code->registers <= limit) << limit;
    EXPECT_LT(request.code->registers, registers_before) << limit;
    EXPECT_EQ(request.code->local_bytes > local_before, limit != 0) << limit;
    registers_before = request.code->registers, local_before = request.code->local_bytes;
    const run::Result read = run::simulate(text_compiler(), request);
    ASSERT_EQ(read.status, run::Status::Done) << format_diagnostics(read.diagnostics);
    for (const auto& check : read.checks) EXPECT_EQ(check.mismatches, 0u) << check.first;
  }
}

/// `sim --json` and the window take what is read here.
TEST(ReadCode, AnEstimateIsOfTheCodeThatIsRead) {
  if (const std::string reason = why_not(); !reason.empty()) GTEST_SKIP() << reason;
  for (const char* name : {"copy_stride", "transpose_tile", "reduction_sequential"}) {
    const labs::Lab& lab = *labs::find_lab(name);
    run::Request request = request_of(lab.file_name, lab.text);
    std::string why;
    const std::optional<run::Estimate> predicted = run::estimate(text_compiler(), request, why);
    request.code = measuring::read_code(text_compiler(), process(), request, nullptr, why);
    ASSERT_NE(request.code, nullptr) << lab.file_name << ": " << why;
    const std::optional<run::Estimate> read = run::estimate(text_compiler(), request, why);
    ASSERT_TRUE(predicted && read) << lab.file_name << ": " << why;
    EXPECT_EQ(predicted->code, run::Code::Predicted) << lab.file_name;
    EXPECT_EQ(read->code, run::Code::Read) << lab.file_name << ": " << read->why_not_read;
    EXPECT_LT(read->seconds, 2 * predicted->seconds) << lab.file_name;
    EXPECT_GT(read->seconds, predicted->seconds / 2) << lab.file_name;
  }
}

/// What nvcc brings along from the host's headers both compilers know, and a `lerp` of one's own is nobody
/// else's.
TEST(ReadCode, ConstantsOfTheHostsHeadersAreKnown) {
  if (const std::string reason = why_not(); !reason.empty()) GTEST_SKIP() << reason;
  run::Request request = request_of("k.cu", R"(
__device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
__global__ void k(double *out) {
  const double known[] = {M_E, M_LOG2E, M_LOG10E, M_LN2, M_LN10, M_PI, M_PI_2, M_PI_4, M_1_PI, M_2_PI,
                          M_2_SQRTPI, M_SQRT2, M_SQRT1_2, FLT_MAX, DBL_EPSILON, INT_MIN, (double)LONG_MAX,
                          (double)LONG_MIN, (double)ULONG_MAX, lerp(1, 3, .5f)};
  for (int i = 0; i < 20; ++i)
    if (threadIdx.x == i) out[i] = known[i];
})");
  request.overrides = {
      .grid = {{"1", "1", "1"}}, .block = {{"32", "1", "1"}}, .arguments = {{"out", "zero[32]"}}};
  const run::Result written = run::simulate(text_compiler(), request);
  ASSERT_EQ(written.status, run::Status::Done) << format_diagnostics(written.diagnostics);
  std::string why;
  request.code = measuring::read_code(text_compiler(), process(), request, nullptr, why);
  ASSERT_NE(request.code, nullptr) << why;
  const run::Result read = run::simulate(text_compiler(), request);
  ASSERT_EQ(read.status, run::Status::Done) << format_diagnostics(read.diagnostics);
  EXPECT_EQ(read.buffers.at(0).hash, written.buffers.at(0).hash);
}

/// What a compiler does that the text does not say: 16 loads of one row become four of 16 bytes.
TEST(ReadCode, MergedLoadsAreCountedAsOne) {
  if (const std::string reason = why_not(); !reason.empty()) GTEST_SKIP() << reason;
  run::Request request = request_of("k.cu", R"(__global__ void k(float *out) {
  __shared__ float row[64];
  row[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 16; ++i)
    sum += row[i];
  out[threadIdx.x] = sum;
})");
  request.overrides = {
      .grid = {{"1", "1", "1"}}, .block = {{"32", "1", "1"}}, .arguments = {{"out", "zero[32]"}}};
  std::string why;
  request.code = measuring::read_code(text_compiler(), process(), request, nullptr, why);
  ASSERT_NE(request.code, nullptr) << why;
  const run::Result read = run::simulate(text_compiler(), request);
  ASSERT_EQ(read.status, run::Status::Done) << format_diagnostics(read.diagnostics);
  EXPECT_EQ(read.totals.shared[static_cast<int>(AccessKind::Load)].requests, 4u);
  EXPECT_EQ(read.totals.shared[static_cast<int>(AccessKind::Load)].lanes, 128u);
  for (const run::LineCounts& line : read.lines)
    if (line.totals.shared[static_cast<int>(AccessKind::Load)].requests != 0) {
      EXPECT_EQ(line.line, 7u);
    }
}

/// NVRTC joins the loads of a local array otherwise from process to process (13.0: about every fourth time)
/// where addresses are randomised.
TEST(ReadCode, OneTextIsOneCode) {
  if (const std::string reason = why_not(); !reason.empty()) GTEST_SKIP() << reason;
  run::Request request = request_of("k.cu", R"(__global__ void k(const unsigned *in, int *out) {
  int seen[16], most = 0;
  unsigned v = in[threadIdx.x];
  for (int d = 0; d < 16; d++) seen[d] = 0;
  for (int k = 0; k < 8; k++, v >>= 4) seen[v & 15]++;
  for (int d = 1; d < 16; d++)
    if (seen[d] > seen[most]) most = d;
  out[threadIdx.x] = most;
})");
  request.overrides = {.grid = {{"1", "1", "1"}},
                       .block = {{"32", "1", "1"}},
                       .arguments = {{"in", "random:3[32]"}, {"out", "zero[32]"}}};
  std::string why;
  const auto first = measuring::read_code(text_compiler(), process(), request, nullptr, why);
  ASSERT_NE(first, nullptr) << why;
  for (int i = 0; i < 12; ++i) {
    remote::MeasureProcess other(remote::MeasureProfile(),
                                 std::string(WARPSCOPE_BINARY_DIR) + "/warpscope-measure");
    const auto code = measuring::read_code(text_compiler(), i % 2 != 0 ? process() : other, request, nullptr,
                                           why);
    ASSERT_NE(code, nullptr) << why;
    ASSERT_EQ(*code == *first, true) << "of process " << i;
  }
}

/// Constants, variables of the device, local arrays, functions that are called, atomics and lanes that part.
TEST(ReadCode, WhatKernelsAreMadeOf) {
  if (const std::string reason = why_not(); !reason.empty()) GTEST_SKIP() << reason;
  run::Request request = request_of("k.cu", R"(__constant__ int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__device__ int counter = 5;
__device__ __noinline__ int climb(int n) {
  int steps = 0;
  while (n > 1) n = n & 1 ? 3 * n + 1 : n / 2, ++steps;
  return steps;
}
__global__ void k(int *out, double *halves, unsigned n) {
  __shared__ int bins[8];
  int i = threadIdx.x;
  if (i < 8) bins[i] = 0;
  __syncthreads();
  int local[8];
  for (int j = 0; j < 8; ++j) local[j] = table[(i + j) & 7] * j;
  int steps = climb(i + 1);
  atomicAdd(&bins[steps & 7], steps);
  if (i % 3 == 0) atomicAdd(&counter, i);
  __syncthreads();
  switch (i % 5) {
  case 0: steps += local[i & 7]; break;
  case 1: steps -= local[(i + 3) & 7]; break;
  case 2: steps = steps % (int)n; break;
  default: steps ^= 6;
  }
  if (i < 40) steps += __shfl_xor_sync(i < 32 ? ~0u : 255u, steps, 1);
  unsigned same = __ballot_sync(~0u, steps & 1);
  out[i] = steps + bins[i & 7] + __popc(same);
  halves[i] = steps / 3.0 + (float)i / (float)n;
  if (i == 0) out[0] += counter > 0;
})");
  request.overrides = {.grid = {{"1", "1", "1"}},
                       .block = {{"64", "1", "1"}},
                       .arguments = {{"out", "zero[64]"}, {"halves", "zero[64]"}, {"n", "7"}}};
  const run::Result written = run::simulate(text_compiler(), request);
  ASSERT_EQ(written.status, run::Status::Done) << format_diagnostics(written.diagnostics);
  std::string why;
  request.code = measuring::read_code(text_compiler(), process(), request, nullptr, why);
  ASSERT_NE(request.code, nullptr) << why;
  const run::Result read = run::simulate(text_compiler(), request);
  ASSERT_EQ(read.status, run::Status::Done) << format_diagnostics(read.diagnostics);
  for (std::size_t b = 0; b < read.buffers.size(); ++b)
    EXPECT_EQ(read.buffers[b].contents, written.buffers[b].contents) << read.buffers[b].name;
}

TEST(ReadCode, WithoutADisassemblerASentenceSaysSo) {
  if (const std::string reason = measure::no_nvrtc(); !reason.empty()) GTEST_SKIP() << reason;
  setenv("WARPSCOPE_NVDISASM", "/nowhere", 1);
  EXPECT_TRUE(measure::find_disassembler().empty());
  remote::MeasureProcess other(remote::MeasureProfile(),
                               std::string(WARPSCOPE_BINARY_DIR) + "/warpscope-measure");
  std::string why;
  run::Request request = request_of("k.cu", "__global__ void k(int *out) { out[threadIdx.x] = 1; }");
  request.overrides = {
      .grid = {{"1", "1", "1"}}, .block = {{"32", "1", "1"}}, .arguments = {{"out", "zero[32]"}}};
  EXPECT_EQ(measuring::read_code(text_compiler(), other, request, nullptr, why), nullptr);
  EXPECT_NE(why.find("nvdisasm was not found"), std::string::npos) << why;
  unsetenv("WARPSCOPE_NVDISASM");
}

} // namespace
} // namespace warpscope
