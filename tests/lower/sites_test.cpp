// Every access has its position in the text, its expression and its variable.
#include "tests/lower/chain.h"

#include <algorithm>

namespace warpscope::testing {
namespace {

struct Row {
  Space space;
  AccessKind kind;
  std::uint32_t line;
  std::uint32_t width;
  std::string text, variable;
  bool operator==(const Row&) const = default;
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << name_of(row.space) << ' ' << name_of(row.kind) << " line " << row.line << ", " << row.width
       << " bytes: " << row.text << " of " << row.variable << '\n';
}

std::vector<Row> rows_of(const Lowered& lowered) {
  std::vector<Row> rows;
  EXPECT_TRUE(lowered.program != nullptr) << format_diagnostics(lowered.diagnostics);
  if (lowered.program == nullptr) return rows;
  EXPECT_TRUE(program::verify(*lowered.program).empty());
  for (const program::Site& site : lowered.program->sites)
    if (site.space != Space::Param)
      rows.push_back({site.space, site.kind, site.span.line, site.width, site.text, site.variable});
  // In the order of the text, not of the blocks.
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.line < b.line; });
  return rows;
}

TEST(Sites, TransposeThroughSharedMemory) {
  EXPECT_EQ(rows_of(lower_cuda(R"(__global__ void transpose(const float *in, float *out, int width) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  out[y * width + x] = tile[threadIdx.x][threadIdx.y];
})")),
            (std::vector<Row>{
                {Space::Global, AccessKind::Load, 5, 4, "in[(y + j) * width + x]", "in"},
                {Space::Shared, AccessKind::Store, 5, 4, "tile[threadIdx.y + j][threadIdx.x]", "tile"},
                {Space::Shared, AccessKind::Load, 7, 4, "tile[threadIdx.x][threadIdx.y]", "tile"},
                {Space::Global, AccessKind::Store, 7, 4, "out[y * width + x]", "out"},
            }));
}

TEST(Sites, TwoLoadsInOneLineAndCopies) {
  EXPECT_EQ(rows_of(lower_cuda(R"(__device__ float weigh(const float *w, int i) { return w[i] * 2; }
__global__ void k(const float4 *in, float4 *out, const float *w, float *sum) {
  int i = threadIdx.x;
  out[i] = in[i + 1];
  sum[i] += w[i] * w[i + 1];
  sum[0] = weigh(w, 3);
})")),
            (std::vector<Row>{
                {Space::Global, AccessKind::Load, 1, 4, "w[i]", "w"},
                {Space::Global, AccessKind::Load, 4, 16, "in[i + 1]", "in"},
                {Space::Global, AccessKind::Store, 4, 16, "out[i]", "out"},
                {Space::Global, AccessKind::Load, 5, 4, "w[i]", "w"},
                {Space::Global, AccessKind::Load, 5, 4, "w[i + 1]", "w"},
                {Space::Global, AccessKind::Load, 5, 4, "sum[i]", "sum"},
                {Space::Global, AccessKind::Store, 5, 4, "sum[i]", "sum"},
                {Space::Global, AccessKind::Store, 6, 4, "sum[0]", "sum"},
            }));
}

/// The instructions of the sites, in the order of the text.
std::vector<std::string> instructions_of(const Lowered& lowered) {
  std::vector<std::pair<std::uint32_t, std::string>> by_line;
  EXPECT_TRUE(lowered.program != nullptr) << format_diagnostics(lowered.diagnostics);
  if (lowered.program == nullptr) return {};
  for (const program::Site& site : lowered.program->sites)
    if (site.space != Space::Param && site.space != Space::Local)
      by_line.emplace_back(site.span.line, site.instruction);
  std::stable_sort(by_line.begin(), by_line.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto& [line, name] : by_line) names.push_back(std::move(name));
  return names;
}

TEST(Sites, InlinePtxSaysItsInstruction) {
  // Several of one statement, under a predicate, behind declarations, and a comment that names another one.
  EXPECT_EQ(instructions_of(lower_cuda(R"(__global__ void k(const float *in, float *out, unsigned n) {
  float a, b;
  asm("ld.global.nc.f32 %0, [%1];" : "=f"(a) : "l"(in + threadIdx.x));
  out[0] = a;
  asm volatile("{ .reg .pred p; /* st.shared */ setp.lt.u32 p, %3, 7;\n"
               "@p st.global.f32 [%1], %2;\n\tld.global.f32 %0, [%1]; }"
               : "=f"(b) : "l"(out), "f"(a), "r"(n) : "memory");
  out[1] = b;
})")),
            (std::vector<std::string>{"ld.global.nc.f32", "", "st.global.f32", "ld.global.f32", ""}));
}

TEST(Sites, InlinePtxKeepsItsInstructionWhereItsFunctionIsInlined) {
  EXPECT_EQ(instructions_of(lower_cuda(R"(__device__ float twice(const float *p) {
  float v;
  asm("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(p));
  return 2 * v;
}
__global__ void k(const float *in, float *out) { *out = twice(in); })")),
            (std::vector<std::string>{"ld.global.f32", ""}));
}

TEST(Sites, AThreadsCopyOfAParameterHasTheParametersName) {
  const Lowered lowered = lower_cuda(R"(struct S { float v[4]; };
__global__ void k(S part, float *out, int i) {
  part.v[i] = 1;
  *out = part.v[0];
})");
  ASSERT_TRUE(lowered.program != nullptr) << format_diagnostics(lowered.diagnostics);
  std::size_t copies = 0;
  for (const program::Site& site : lowered.program->sites)
    if (site.space == Space::Local && site.kind == AccessKind::Store && site.text.empty()) {
      EXPECT_EQ(site.variable, "part");
      ++copies;
    }
  EXPECT_GT(copies, 0u) << "made where the kernel begins, in no line of the text";
}

TEST(Sites, KernelTable) {
  const Lowered lowered = lower_cuda(R"(struct S { char c; double d; };
__global__ void __launch_bounds__(256) k(const float *in, char flag, S s, unsigned long long n, float4 v) {
  if (flag) ((double *)in)[n] = s.d + v.y;
})");
  ASSERT_TRUE(lowered.program != nullptr) << format_diagnostics(lowered.diagnostics);
  ASSERT_EQ(lowered.program->kernels.size(), 1u);
  const program::Kernel& kernel = lowered.program->kernels[0];
  EXPECT_EQ(kernel.name, "k");
  EXPECT_EQ(kernel.max_threads, 256u);
  std::vector<std::uint32_t> offsets, sizes;
  std::vector<std::string> names;
  for (const program::Parameter& parameter : kernel.parameters) {
    offsets.push_back(parameter.offset);
    sizes.push_back(parameter.size);
    names.push_back(parameter.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"in", "flag", "s.c", "s.d", "n", "v"}));
  EXPECT_EQ(offsets, (std::vector<std::uint32_t>{0, 8, 16, 24, 32, 48}));
  EXPECT_EQ(sizes, (std::vector<std::uint32_t>{8, 1, 1, 8, 8, 16}));
  EXPECT_EQ(kernel.parameter_bytes, 64u);
  EXPECT_TRUE(kernel.parameters[0].is_pointer);
  EXPECT_TRUE(kernel.parameters[0].is_const);
}

TEST(Sites, TooMuchConstantMemoryIsSaidAtTheVariable) {
  const Lowered lowered = lower_cuda("__constant__ int small;\n__constant__ float big[20000];\n"
                                     "__global__ void k(float *o) { o[0] = big[threadIdx.x] + small; }\n");
  EXPECT_TRUE(lowered.program == nullptr);
  ASSERT_FALSE(lowered.diagnostics.empty());
  EXPECT_EQ(lowered.diagnostics.back().span.line, 2u);
  EXPECT_NE(lowered.diagnostics.back().message.find("65536"), std::string::npos);
}

/// "kind line" of each site, in the order of lines.
std::vector<std::string> profiled(const char* body) {
  const Lowered lowered = lower_cuda(std::string(R"(struct S { float x, y; };
__device__ int twice(int a, int b) { return a + 2 * b; }
#define AT(r, c) in[(r) * 33 + (c)]
__global__ void k(const float *in, float *out, S *p, int *h, int n) {
  __shared__ float4 s[64];
  int t = threadIdx.x; float v = 1, u;
  s[t] = {};
)") + body + "}\n");
  EXPECT_TRUE(lowered.program != nullptr) << format_diagnostics(lowered.diagnostics);
  std::vector<std::pair<std::uint32_t, std::string>> rows;
  if (lowered.program == nullptr) return {};
  constexpr std::uint32_t before = 7; // lines
  for (const program::Site& site : lowered.program->sites)
    if (site.space != Space::Param && site.span.line > before)
      rows.emplace_back(site.profiled_line() - before, std::string(name_of(site.kind)) + " " +
                                                           std::to_string(site.profiled_line() - before));
  std::stable_sort(rows.begin(), rows.end());
  std::vector<std::string> words;
  for (const auto& [line, row] : rows) words.push_back(row);
  return words;
}
using Words = std::vector<std::string>;

/// As NVRTC 13.0 lists them for sm_90 (2026-12-01): by what it evaluates last of the address.
TEST(Sites, AnAccessOfSeveralLinesIsListedWhereNvidiasCompilerListsIt) {
  EXPECT_EQ(profiled("out[t] = in[t * n +\n 7 +\n t * t\n ];\n"), (Words{"store 1", "load 3"}));
  EXPECT_EQ(profiled("out[t +\n 64 * n\n ] =\n 3.0f;\n"), Words{"store 2"});
  EXPECT_EQ(profiled("*(out + t +\n 128 * n) =\n *(in +\n t * 3);\n"), (Words{"store 2", "load 4"}));
  EXPECT_EQ(profiled("p[t +\n n]\n .x = p[t + 2 * n].\n y;\n"), (Words{"store 2", "load 3"}));
  EXPECT_EQ(profiled("int q = h[\n h[t + 100]\n + 3\n ];\nh[t] = q;\n"),
            (Words{"load 2", "load 3", "store 5"}));
  EXPECT_EQ(profiled("(\n out +\n t)\n [\n 30 + n\n ]\n = 3;\n"), Words{"store 5"});
  EXPECT_EQ(profiled("out[t +\n 22]\n += n;\nout[t +\n 23]++;\n"),
            (Words{"load 2", "store 2", "load 5", "store 5"}));
}

TEST(Sites, ACallIsListedWhereItBegins) {
  EXPECT_EQ(profiled("out[t] = in[twice(t,\n n)\n ];\n"), (Words{"load 1", "store 1"}));
  EXPECT_EQ(profiled("out[t] = in[n > 3\n ? t\n : t + 3];\n"), (Words{"store 1", "load 3"}));
  EXPECT_EQ(profiled("out[t] = AT(t,\n n);\n"), (Words{"load 1", "store 1"}));
  EXPECT_EQ(profiled("atomicAdd(\n &h[t +\n 5 * n],\n 2);\n"), Words{"atomic 1"});
  EXPECT_EQ(profiled("v = __ldg(\n &in[n +\n t * 5]\n );\nout[t] = v;\n"), (Words{"load 1", "store 5"}));
}

TEST(Sites, ACopyOfAnObjectIsListedWithWhatItCopies) {
  EXPECT_EQ(profiled("reinterpret_cast<float4 *>(out)[t] =\n reinterpret_cast<const float4 *>(in)[t + n];\n"),
            (Words{"load 2", "store 2"}));
  EXPECT_EQ(profiled("s[t +\n n] =\n *(const float4 *)(in + 4 *\n t);\n"), (Words{"load 4", "store 4"}));
}

TEST(Sites, InlineAssemblyIsListedAtItsLastOperand) {
  EXPECT_EQ(profiled("asm volatile(\n \"st.global.cg.f32 [%0], %1;\"\n :\n : \"l\"(out + t\n + 1000),\n"
                     " \"f\"(v)\n : \"memory\");\n"),
            Words{"store 6"});
  EXPECT_EQ(profiled("asm volatile(\n \"ld.global.cg.f32 %0, [%1];\"\n : \"=f\"(u)\n : \"l\"(out + t\n"
                     " + 1200)\n );\nout[t] = u;\n"),
            (Words{"load 5", "store 7"}));
}

} // namespace
} // namespace warpscope::testing
