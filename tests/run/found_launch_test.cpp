// A whole program runs as it stands: its own launch, its own sizes; what is open is asked for by name.
#include "sim/devices/devices.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

run::Result run(std::string text, source::Overrides overrides = {}) {
  static compile::Compiler compiler;
  run::Request r;
  r.file = "homework.cu";
  r.text = std::move(text);
  r.folder = ".";
  r.device = *devices::find_device("cc90");
  r.overrides = std::move(overrides);
  return run::simulate(compiler, r);
}

std::string told(const run::Result& result) { return format_diagnostics(result.diagnostics); }

const std::string program = R"(#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define BLOCK 128
template <int B, typename T> __global__ void scale(T *data, T factor, int n) {
  int i = blockIdx.x * B + threadIdx.x;
  if (i < n) data[i] = data[i] * factor;
}
__global__ void clear(float *data) { data[threadIdx.x] = 0; }
int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1000;
  std::vector<float> host(n, 1.0f);
  float *d;
  if (cudaMalloc(&d, n * sizeof(float)) != cudaSuccess) return 1;
  cudaMemcpy(d, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<BLOCK, float><<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d, 2.5f, n);
  clear<<<1, 32>>>(d);
  printf("%f\n", host[0]);
}
)";

TEST(FoundLaunch, OneOfTwoIsChosenAndRunsAsWritten) {
  const run::Result all = run(program);
  EXPECT_EQ(all.status, run::Status::UserError);
  EXPECT_NE(
      told(all).find("say which one to run with --kernel: scale<128, float> (line 16), clear (line 17)"),
      std::string::npos)
      << told(all);

  for (const std::string name : {"scale", "scale<128,float>"}) {
    source::Overrides o;
    o.kernel = name;
    const run::Result result = run(program, o);
    ASSERT_EQ(result.status, run::Status::Done) << told(result);
    EXPECT_EQ(result.launch.kernel, "scale<128, float>");
    EXPECT_EQ(result.launch.grid, (Dim3{8, 1, 1}));
    EXPECT_EQ(result.launch.block, (Dim3{128, 1, 1}));
    ASSERT_EQ(result.buffers.size(), 1u);
    EXPECT_EQ(result.buffers[0].bytes, 4000u);
    EXPECT_EQ(result.totals.global[0], (model::GlobalTotals{32, 1000, 125, 125, 32, 4000}));
    EXPECT_NE(told(result).find("note: this launch of the text is run; data begins as zero"),
              std::string::npos)
        << told(result);
  }
}

TEST(FoundLaunch, OptionsStandAboveTheText) {
  source::Overrides o;
  o.kernel = "scale";
  o.grid = std::vector<std::string>{"2"};
  o.arguments = {{"data", "ramp[500]"}, {"n", "200"}};
  const run::Result result = run(program, o);
  ASSERT_EQ(result.status, run::Status::Done) << told(result);
  EXPECT_EQ(result.launch.grid, (Dim3{2, 1, 1}));
  EXPECT_EQ(result.launch.block, (Dim3{128, 1, 1}));
  EXPECT_EQ(result.buffers.at(0).bytes, 2000u);
  EXPECT_EQ(result.totals.global[0].bytes, 800u);
  EXPECT_EQ(told(result).find("zero"), std::string::npos) << told(result);
}

TEST(FoundLaunch, WhatIsOpenIsAskedForByName) {
  const auto told_for = [](const std::string& body, source::Overrides o = {}) {
    const run::Result r = run(
        "__global__ void k(float *a, int n) { a[threadIdx.x] = n; }\nint main(int argc, char **argv) {\n" +
            body + "\n}\n",
        std::move(o));
    EXPECT_EQ(r.status, run::Status::UserError) << body;
    return told(r);
  };
  EXPECT_NE(told_for("float *d; cudaMalloc(&d, 128); k<<<atoi(argv[1]), 32>>>(d, 1);")
                .find("the grid of this launch, atoi(argv[1]), cannot be read"),
            std::string::npos);
  const std::string memory = told_for("float *d = mine(); k<<<1, 32>>>(d, 1);");
  EXPECT_NE(memory.find("homework.cu:3:20: error: the memory of a, given as d in this launch, cannot be read "
                        "from the text: mine() is not known; give it "
                        "with --arg a=zero[COUNT]"),
            std::string::npos)
      << memory;
  EXPECT_NE(told_for("float *d; cudaMalloc(&d, 128); int m; scanf(\"%d\", &m); k<<<1, 32>>>(d, m);")
                .find("the value of n, given as m in this launch"),
            std::string::npos);
}

TEST(FoundLaunch, OneBufferGivenTwiceIsSaid) {
  const std::string
      kernel = "__global__ void copy(const float *a, float *b) { b[threadIdx.x] = a[threadIdx.x]; }\n";
  const run::Result same = run(kernel +
                               "int main() { float *d; cudaMalloc(&d, 128); copy<<<1, 32>>>(d, d); }\n");
  ASSERT_EQ(same.status, run::Status::Done) << told(same);
  EXPECT_NE(told(same).find("d is given twice in this launch; here b has memory of its own"),
            std::string::npos)
      << told(same);
  const run::Result two = run(
      kernel +
      "int main() { thrust::device_vector<float> x(32), y(32);\n"
      "copy<<<1, 32>>>(thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(y.data())); }\n");
  ASSERT_EQ(two.status, run::Status::Done) << told(two);
  EXPECT_EQ(told(two).find("twice"), std::string::npos) << told(two);
}

TEST(FoundLaunch, AHeaderOrNoLaunchChangesNothing) {
  const run::Result header = run(
      "/* warpscope\ngrid = 1\nblock = 64\n[args]\na = \"zero[64]\"\n*/\n__global__ void k(float *a) { "
      "a[threadIdx.x] = 1; }\n"
      "int main() { float *d; cudaMalloc(&d, 4096); k<<<4, 32>>>(d); }\n");
  ASSERT_EQ(header.status, run::Status::Done) << told(header);
  EXPECT_EQ(header.launch.block, (Dim3{64, 1, 1}));
  const run::Result none = run("__global__ void k() {}\n");
  EXPECT_NE(told(none).find("the launch has no grid"), std::string::npos);
}

TEST(FoundLaunch, PartsOfAStructAreReadOrAskedForByName) {
  const std::string sparse = R"(struct Csr { unsigned rows; unsigned *starts; float *values; };
namespace sums { __global__ void rows(Csr m, dim3 size, float *y) {
  unsigned r = threadIdx.x;
  if (r < m.rows && r < size.x * size.y) y[r] = m.values[m.starts[r]];
} }
int main() {
  Csr m;
  m.rows = 32;
  cudaMalloc(&m.starts, (m.rows + 1) * sizeof(unsigned));
  float *y;
  cudaMalloc(&y, m.rows * sizeof(float));
  sums::rows<<<1, m.rows>>>(m, dim3(8, 8), y);
})";
  const run::Result asked = run(sparse);
  EXPECT_EQ(asked.status, run::Status::UserError);
  EXPECT_NE(told(asked).find("give it with --arg m.values=zero[COUNT]"), std::string::npos) << told(asked);
  EXPECT_EQ(told(asked).find("--arg m.rows"), std::string::npos) << told(asked);
  source::Overrides o;
  o.kernel = "rows";
  o.arguments = {{"m.values", "ramp[4]"}};
  const run::Result done = run(sparse, o);
  EXPECT_EQ(done.status, run::Status::Done) << told(done);
  EXPECT_EQ(done.launch.kernel, "sums::rows");
}

TEST(FoundLaunch, AKernelThatCannotRunLeavesTheOthersAlone) {
  const std::string
      text = R"(__global__ void bad(int *a) { asm("suld.b.1d.b32.trap %0, [%1];" : "=r"(a[0]) : "r"(1)); }
__global__ void good(int *a) { a[threadIdx.x] = 1; }
int main() { int *a; cudaMalloc(&a, 128); bad<<<1, 32>>>(a); good<<<1, 32>>>(a); })";
  source::Overrides o;
  o.kernel = "good";
  EXPECT_EQ(run(text, o).status, run::Status::Done);
  o.kernel = "bad";
  const run::Result refused = run(text, o);
  EXPECT_EQ(refused.status, run::Status::UserError);
  EXPECT_NE(told(refused).find("homework.cu:1:"), std::string::npos) << told(refused);
  EXPECT_NE(told(refused).find("the inline PTX 'suld.b.1d.b32.trap %0, [%1]' is not supported"),
            std::string::npos)
      << told(refused);
}

} // namespace
} // namespace warpscope
