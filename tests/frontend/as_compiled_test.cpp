// What the optimiser leaves of small kernels: accesses by kind and width.
#include "sim/frontend/as_compiled.h"
#include "tests/frontend/module_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace warpscope {
namespace {

/// The accesses of shared and global memory that are left: "L16" is a load of 16 bytes.
std::map<std::string, unsigned> left_of(const std::string& text) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = optimised(context, text);
  std::map<std::string, unsigned> counts;
  if (module == nullptr) return counts;
  for (const llvm::Function& function : *module)
    for (const SeenAccess& access : accesses_of(function)) {
      ++counts[access.kind + std::to_string(access.bytes)];
      EXPECT_NE(access.line, 0u) << access.kind << access.bytes << " has no line";
    }
  return counts;
}

/// The line of each access that is left, in the order of the blocks.
std::vector<unsigned> lines_of(const std::string& text) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = optimised(context, text);
  std::vector<unsigned> found;
  if (module == nullptr) return found;
  for (const llvm::Function& function : *module)
    for (const SeenAccess& access : accesses_of(function)) found.push_back(access.line);
  return found;
}

using Counts = std::map<std::string, unsigned>;

TEST(AsCompiled, LoadsSideBySideBecomeOneWhereTheyAreAligned) {
  const std::string product = R"(
__global__ void k(const float *in, float *out) {
  __shared__ float tile[16][16 + PAD];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 16; ++i) sum += tile[threadIdx.y][i];
  out[threadIdx.y * 16 + threadIdx.x] = sum;
})";
  EXPECT_EQ(left_of("#define PAD 0\n" + product), (Counts{{"L4", 1}, {"L16", 4}, {"S4", 2}}));
  EXPECT_EQ(left_of("#define PAD 1\n" + product), (Counts{{"L4", 17}, {"S4", 2}})); // rows of 68 bytes
  EXPECT_EQ(left_of("#define PAD 2\n" + product), (Counts{{"L4", 1}, {"L8", 8}, {"S4", 2}}));
}

TEST(AsCompiled, ABarrierKeepsLoadsApart) {
  EXPECT_EQ(left_of(R"(
__global__ void k(int *out) {
  __shared__ int two[64];
  two[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int a = two[0];
  __syncthreads();
  out[threadIdx.x] = a + two[1] + two[0];
})"),
            (Counts{{"L4", 1}, {"L8", 1}, {"S4", 2}}));
}

TEST(AsCompiled, StoresSideBySideBecomeOneButNotAroundALoad) {
  const std::string
      head = "__global__ void k(int *out) {\n  __shared__ int s[64];\n  int t = 2 * threadIdx.x;\n";
  const std::string tail = "  __syncthreads();\n  out[threadIdx.x] = s[63 - threadIdx.x];\n}\n";
  EXPECT_EQ(left_of(head + "  s[t] = 1;\n  s[t + 1] = t;\n" + tail),
            (Counts{{"L4", 1}, {"S4", 1}, {"S8", 1}}));
  EXPECT_EQ(left_of(head + "  s[t] = 1;\n  int other = s[out[0]];\n  s[t + 1] = other;\n" + tail),
            (Counts{{"L4", 3}, {"S4", 3}}));
}

/// NVVM merges across other accesses, by the alignment that is declared; ptxas knows that arrays lie at
/// multiples of 16 bytes, and merges what nothing stands between (NVRTC 13.0 for sm_90, and an H200's
/// counts).
TEST(AsCompiled, ElementsReadAndWrittenInTurnAreMergedOnlyWhereTheArrayIsDeclaredAligned) {
  const auto left = [](const std::string& declared) {
    return left_of("__global__ void k(const float *in, float *out) {\n  __shared__ " + declared +
                   R"( float s[32 * 8];
  for (int i = threadIdx.x; i < 256; i += 32) s[i] = in[i];
  __syncthreads();
  float v = 0;
  for (int k = 0; k < 8; ++k) {
    v += s[threadIdx.x * 8 + k];
    s[threadIdx.x * 8 + k] = v;
  }
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
})");
  };
  EXPECT_EQ(left("").count("L16"), 0u);
  EXPECT_EQ(left("").count("S16"), 0u);
  EXPECT_EQ(left("__align__(16)")["L16"], 2u);
  EXPECT_EQ(left("__align__(16)")["S16"], 2u);
}

TEST(AsCompiled, VolatileAndUnusedAccessesAreWhatTheTextSays) {
  EXPECT_EQ(left_of(R"(
__global__ void k(int *out) {
  __shared__ volatile int s[4];
  s[0] = 1;
  s[0] = 2;
  out[0] = s[0] + s[1];
})"),
            (Counts{{"L4", 2}, {"S4", 3}}));
  EXPECT_EQ(
      left_of("__global__ void k(const int *in, int *out) { int unused = in[5]; out[0] = in[1] + in[1]; }"),
      (Counts{{"L4", 1}, {"S4", 1}}));
}

/// The first version loaded two of a float4's numbers and the third one apart.
TEST(AsCompiled, AVectorIsLoadedWhole) {
  EXPECT_EQ(left_of(R"(
__global__ void k(const float4 *in, float *out) {
  float4 v = in[threadIdx.x];
  out[threadIdx.x] = v.x * v.y + v.z;
})"),
            (Counts{{"L16", 1}, {"S4", 1}}));
}

/// The first version made one store, without a line, of the two.
TEST(AsCompiled, StoresBeforeTwoReturnsStayTwo) {
  EXPECT_EQ(left_of(R"(
__global__ void k(int *out, int n) {
  if (n == 0) {
    out[threadIdx.x] = 0;
    return;
  }
  out[threadIdx.x] = n * n;
})"),
            (Counts{{"S4", 2}}));
}

/// LLVM 19 made one load of the four, before the switch; an H200 runs each case's own (divergence_switch).
TEST(AsCompiled, TheCasesOfASwitchKeepTheirLoadsAndStores) {
  EXPECT_EQ(left_of(R"(
__global__ void k(const int *kind, const float *in, float *out) {
  float v;
  switch (kind[threadIdx.x]) {
  case 0: v = in[threadIdx.x]; break;
  case 1: v = in[threadIdx.x] * 2; break;
  case 2: v = in[threadIdx.x] + 3; break;
  default: v = -in[threadIdx.x]; break;
  }
  out[threadIdx.x] = v;
})"),
            (Counts{{"L4", 5}, {"S4", 1}}));
  EXPECT_EQ(left_of(R"(
__global__ void k(const int *kind, float *out, float a) {
  switch (kind[threadIdx.x]) {
  case 0: out[threadIdx.x] = a; break;
  case 1: out[threadIdx.x] = a * 2; break;
  case 2: out[threadIdx.x] = a + 3; break;
  default: out[threadIdx.x] = 0; break;
  }
})"),
            (Counts{{"L4", 1}, {"S4", 4}}));
  // No table of constants, either.
  EXPECT_EQ(left_of(R"(
__global__ void k(const int *kind, float *out) {
  float v;
  switch (kind[threadIdx.x]) {
  case 0: v = 1.5f; break;
  case 1: v = 7; break;
  case 2: v = 3; break;
  case 3: v = 9; break;
  default: v = 0; break;
  }
  out[threadIdx.x] = v;
})"),
            (Counts{{"L4", 1}, {"S4", 1}}));
}

/// Two branches share a load that both begin with; nvcc's PTX of this has three.
TEST(AsCompiled, BranchesShareOnlyWhatTheyBeginWith) {
  EXPECT_EQ(left_of(R"(
__global__ void k(const float *key, const float *in, float *out) {
  float q = key[threadIdx.x], v;
  if (q < 0) v = in[threadIdx.x];
  else if (q < 1) v = in[threadIdx.x] * 2;
  else if (q < 3) v = in[threadIdx.x] + 3;
  else v = -in[threadIdx.x];
  out[threadIdx.x] = v;
})"),
            (Counts{{"L4", 4}, {"S4", 1}}));
}

/// By eight, as LLVM would: four turns at once were never reached (compaction_ballot).
TEST(AsCompiled, ALoopOfUnknownLengthIsUnrolledByFour) {
  EXPECT_EQ(left_of(R"(
__global__ void k(int *out) {
  __shared__ int kept[8];
  if (threadIdx.x % 32 == 0) kept[threadIdx.x / 32] = threadIdx.x;
  __syncthreads();
  int before = 0;
  for (int w = 0; w < (int)threadIdx.x / 32; w++) before += kept[w];
  out[threadIdx.x] = before;
})"),
            (Counts{{"L4", 1}, {"L16", 1}, {"S4", 2}}));
}

/// By line: an H200's counts have the load in line 4 (reduction_many, histogram_warps); and that of two
/// branches in the line of what its address is made of (divergence_if).
TEST(AsCompiled, ALoadThatMovesKeepsItsLine) {
  EXPECT_EQ(lines_of(R"(__global__ void k(const float *in, float *out) {
  int first = blockIdx.x * 256 + threadIdx.x; float sum = 0;
  for (int e = 0; e < 1; e++)
    sum += in[first + e * 256];
  out[first] = sum;
})"),
            (std::vector<unsigned>{4, 5}));
  EXPECT_EQ(lines_of(R"(__global__ void k(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v;
  if (i / 8 % 2 == 0)
    v = in[i] * 3;
  else
    v = in[i] + 7;
  out[i] = v;
})"),
            (std::vector<unsigned>{2, 8}));
}

/// As NVRTC 13.0 has it: a loop's invariant load has no line of its own, and gets that of the parameter's
/// conversion, which is the kernel's first; a load for a sum that a loop keeps in memory has the loop's; one
/// of the loop's condition keeps its own.
TEST(AsCompiled, ALoadThatLeavesALoopOfUnknownLengthGetsTheLineBefore) {
  const std::vector<unsigned> invariant = lines_of(R"(__global__ void k(const float *in, float *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  int count = 0;
  for (int e = 0; e < n; e++) {
    __syncwarp();
    count += in[i] > e;
  }
  out[i] = count;
})");
  EXPECT_EQ(std::set<unsigned>(invariant.begin(), invariant.end()), (std::set<unsigned>{6, 8}));
  const std::vector<unsigned> moved = lines_of(
      R"(__global__ void k(const float *in, const float *all, float *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  int found = -1;
  for (int e = 0; e < n; e++)
    if (all[e] >= in[i]) {
      found = e;
      break;
    }
  out[i] = found;
})");
  EXPECT_EQ(std::set<unsigned>(moved.begin(), moved.end()), (std::set<unsigned>{2, 5, 9}));
  const std::vector<unsigned> kept = lines_of(R"(__global__ void k(const float *in, float *sum, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < 77)
    for (int e = 0; e < n; e++)
      sum[i] += in[e];
})");
  EXPECT_EQ(std::set<unsigned>(kept.begin(), kept.end()), (std::set<unsigned>{5}));
}

TEST(AsCompiled, WhatAParameterPointsToIsNotSharedMemory) {
  EXPECT_EQ(left_of(R"(
__global__ void k(const int *in, int *out) {
  __shared__ int one;
  if (threadIdx.x == 0) one = in[blockIdx.x];
  __syncthreads();
  out[threadIdx.x] = one;
  out[threadIdx.x + 256] = 2 * one;
})"),
            (Counts{{"L4", 2}, {"S4", 3}}));
}

/// NVIDIA's compiler inlines 129 instructions for powf, and leaves the loop as it is.
TEST(AsCompiled, ALoopAroundAPowerIsNotUnrolled) {
  const std::string head = "__global__ void k(float *out, float a) {\n  __shared__ float s[256];\n"
                           "  s[threadIdx.x] = a;\n  __syncthreads();\n  float sum = 0;\n"
                           "  for (int i = 0; i < 256; ++i) sum += ";
  const std::string tail = ";\n  out[threadIdx.x] = sum;\n}\n";
  EXPECT_EQ(left_of(head + "powf(s[i], a)" + tail), (Counts{{"L4", 1}, {"S4", 2}}));
  EXPECT_GT(left_of(head + "__powf(s[i], a)" + tail)["L16"], 0u);
}

/// ptxas 13.0's code for each subset of an int4.
TEST(AsCompiled, OfAVectorsNumbersOneOrAPairIsLoaded) {
  const auto loaded = [](const std::string& what) {
    return left_of(
        "__global__ void k(const int4 *in, int *out) { int4 v = in[threadIdx.x]; out[threadIdx.x] = " + what +
        "; }");
  };
  EXPECT_EQ(loaded("v.y"), (Counts{{"L4", 1}, {"S4", 1}}));
  EXPECT_EQ(loaded("v.x + v.y"), (Counts{{"L8", 1}, {"S4", 1}}));
  EXPECT_EQ(loaded("v.z + v.w"), (Counts{{"L8", 1}, {"S4", 1}}));
  EXPECT_EQ(loaded("v.y + v.z"), (Counts{{"L4", 2}, {"S4", 1}}));
  EXPECT_EQ(loaded("v.x + v.w"), (Counts{{"L4", 2}, {"S4", 1}}));
  EXPECT_EQ(loaded("v.y + v.z + v.w"), (Counts{{"L16", 1}, {"S4", 1}}));
}

/// ptxas 13.0's code, too.
TEST(AsCompiled, BytesAndLoadsOf16BitsAreNotMerged) {
  const auto left = [](const std::string& type) {
    return left_of(
        "__global__ void k(const int *in, int *out) {\n  __shared__ " + type +
        " s[1024];\n  int t = threadIdx.x * 4;\n  s[t] = in[0]; s[t + 1] = in[1]; s[t + 2] = in[2]; s[t + 3] "
        "= in[3];\n  __syncthreads();\n  t = 1020 - t;\n"
        "  out[threadIdx.x] = s[t] + 3 * s[t + 1] + 5 * s[t + 2] + 7 * s[t + 3];\n}\n");
  };
  EXPECT_EQ(left("unsigned char"), (Counts{{"L1", 4}, {"S1", 4}, {"L4", 4}, {"S4", 1}}));
  EXPECT_EQ(left("short"), (Counts{{"L2", 4}, {"S8", 1}, {"L4", 4}, {"S4", 1}}));
  EXPECT_EQ(left("int"), (Counts{{"L16", 1}, {"S16", 1}, {"L4", 4}, {"S4", 1}}));
}

TEST(AsCompiled, AnIntAndAFloatAreMerged) {
  EXPECT_EQ(left_of(R"(
struct Both { int a; float b; };
__global__ void k(float *out, int n) {
  __shared__ Both s[64];
  s[threadIdx.x].a = n;
  s[threadIdx.x].b = 2.f * n;
  __syncthreads();
  out[threadIdx.x] = s[n].a * s[n].b;
})"),
            (Counts{{"L8", 1}, {"S8", 1}, {"S4", 1}}));
}

/// The host writes it: its initial value is not what is there.
TEST(AsCompiled, AVariableOfTheDeviceIsNoConstant) {
  EXPECT_EQ(left_of("__constant__ int table[4] = {1, 2, 3, 4};\n__device__ int count = 7;\n"
                    "__global__ void k(int *out) { out[0] = table[1] + count; }"),
            (Counts{{"L4", 2}, {"S4", 1}}));
}

TEST(AsCompiled, AClockIsReadEachTime) {
  llvm::LLVMContext context;
  frontend::FrontendInput input;
  input.file = "test.cu";
  input.text = "__global__ void k(int *out) { int a = clock(); int b = clock(); out[0] = b - a; }";
  frontend::FrontendOutput output = frontend::run_frontend(context, input);
  ASSERT_TRUE(output.module != nullptr);
  frontend::optimise_as_compiled(*output.module, 90);
  const llvm::Function* special = output.module->getFunction("__ws_special");
  ASSERT_TRUE(special != nullptr);
  EXPECT_EQ(std::distance(special->user_begin(), special->user_end()), 2);
}

/// NVRTC 13.0 leaves no store of either; of a template Clang alone would take the variable for everybody's.
TEST(AsCompiled, WhatNobodyReadsOfATemplatesSharedMemoryIsNotStored) {
  const std::string body = "(const float *in, float *out) {\n"
                           "  __shared__ float kept, lost;\n"
                           "  if (threadIdx.x == 0) { lost = in[0]; kept = in[1] - lost; }\n"
                           "  __syncthreads();\n"
                           "  out[threadIdx.x] = kept;\n"
                           "}\n";
  const Counts left = {{"L4", 3}, {"S4", 2}};
  EXPECT_EQ(left_of("__global__ void k" + body), left);
  EXPECT_EQ(left_of("template <int N> __global__ void k" + body +
                    "template __global__ void k<1>(const float *, float *);\n"),
            left);
}

} // namespace
} // namespace warpscope
