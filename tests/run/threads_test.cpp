// Results do not depend on how many host threads run the blocks: counts, memory (by each kernel's check),
// faults and printf.
#include "sim/labs/labs.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

run::Result run_on(unsigned threads, const std::string& text) {
  static compile::Compiler compiler;
  run::Request request;
  request.file = "test.cu";
  request.text = text;
  request.device.shared_bytes_per_block_optin = 232448;
  request.threads = threads;
  request.trace_block = 3;
  return run::simulate(compiler, request);
}

void expect_same(const std::string& text, run::Status status) {
  const run::Result one = run_on(1, text);
  ASSERT_EQ(one.status, status) << format_diagnostics(one.diagnostics);
  for (const unsigned threads : {2u, 7u}) {
    const run::Result many = run_on(threads, text);
    EXPECT_EQ(many.status, one.status);
    EXPECT_EQ(many.sites, one.sites);
    EXPECT_EQ(many.totals, one.totals);
    EXPECT_EQ(many.run.warp_instructions, one.run.warp_instructions);
    EXPECT_EQ(many.run.barriers, one.run.barriers);
    EXPECT_EQ(many.run.simulated_blocks, one.run.simulated_blocks);
    EXPECT_EQ(many.run.faulted_blocks, one.run.faulted_blocks);
    EXPECT_EQ(many.run.faults, one.run.faults);
    EXPECT_EQ(many.run.barrier_divergence, one.run.barrier_divergence);
    EXPECT_EQ(many.run.printf_output, one.run.printf_output);
    EXPECT_EQ(many.run.printf_truncated, one.run.printf_truncated);
    EXPECT_EQ(run::to_json(many), run::to_json(one)); // the checks too
    ASSERT_EQ(many.trace->size(), one.trace->size());
    EXPECT_GT(one.trace->size(), 0u);
  }
}

std::string kernels(const std::string& body, const std::string& reference = {}) {
  const std::string signature = "(unsigned *out) { unsigned b = blockIdx.x, i = b * 64 + threadIdx.x; ";
  return "/* warpscope\nkernel = \"tried\"\ngrid = 200\nblock = 64\n[args]\nout = \"zero[12800]\"\n" +
         std::string(reference.empty() ? "" : "[check]\nout = \"plain\"\n") +
         "*/\n#include <cstdio>\n__global__ void tried" + signature + body + "}\n" +
         (reference.empty() ? "" : "__global__ void plain" + signature + reference + "}\n");
}

TEST(Threads, LabsHaveTheSameResults) {
  for (const char* id : {"transpose_tile", "reduction_sequential", "copy_stride"})
    expect_same(labs::find_lab(id)->text, run::Status::Done);
}

TEST(Threads, IntegerAtomicsLoseNothing) {
  expect_same(kernels("for (int k = 0; k < 20; ++k) atomicAdd(out + k, 1u);", "if (i < 20) out[i] = 12800;"),
              run::Status::Done);
}

TEST(Threads, TicketsAreHandedOutInTheOrderOfTheBlocks) {
  expect_same(kernels("__shared__ unsigned mine; if (threadIdx.x == 0) mine = atomicAdd(out + 12799, 1u); "
                      "__syncthreads();"
                      "if (i < 12799) out[i] = mine;",
                      "out[i] = i < 12799 ? b : 200;"),
              run::Status::Done);
}

TEST(Threads, FloatSumsHaveOneOrder) {
  expect_same(kernels("atomicAdd(reinterpret_cast<float *>(out), 0.1f * i); out[i % 7 + 1] = 1;"),
              run::Status::Done);
}

TEST(Threads, FaultsAreThoseOfTheLowestBlocks) {
  expect_same(kernels("out[i] = 1; if (b % 3 == 1) out[i + 12800 * b] = 2;"), run::Status::Faulted);
}

TEST(Threads, PrintfComesInTheOrderOfTheBlocks) {
  expect_same(kernels("out[i] = i; if (threadIdx.x % 32 == 0) printf(\"block %u, thread %u\\n\", b, i);"),
              run::Status::Done);
}

TEST(Threads, PrintfIsCutAtTheSamePlace) {
  expect_same(
      kernels(
          "out[i] = i; for (int k = 0; k < 10; ++k) printf(\"block %u, thread %u, round %d\\n\", b, i, k);"),
      run::Status::Done);
}

} // namespace
} // namespace warpscope
