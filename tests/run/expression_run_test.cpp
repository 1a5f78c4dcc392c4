// Expression mode through the whole chain: text, compiler, executor, counts.
#include "sim/expression/expression.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

struct Ran {
  expression::ExpressionInput input;
  expression::ExpressionKernel kernel;
  run::Result result;
  model::Totals access; ///< of the expression's line
};

Ran run_expression(const std::string& expression, const std::string& declaration = "",
                   Dim3 block = {32, 8, 1}) {
  static compile::Compiler compiler;
  Ran ran;
  ran.input = {expression, declaration, block};
  Diagnostics diagnostics;
  ran.kernel = expression::make_expression_kernel(ran.input, diagnostics);
  EXPECT_FALSE(has_errors(diagnostics)) << format_diagnostics(diagnostics);
  run::Request request;
  request.file = "expression.cu";
  request.text = ran.kernel.text;
  request.device.shared_bytes_per_block_optin = 232448;
  ran.result = run::simulate(compiler, request);
  for (const run::LineCounts& line : ran.result.lines)
    if (line.line == ran.kernel.expression_line) ran.access = line.totals;
  return ran;
}

constexpr int load = static_cast<int>(AccessKind::Load), store = static_cast<int>(AccessKind::Store),
              atomic = static_cast<int>(AccessKind::Atomic);
constexpr std::uint64_t warps = 8; // of a 32 x 8 block: each one is a row

TEST(ExpressionRun, AColumnOfATile) {
  const Ran plain = run_expression("tile[threadIdx.x][threadIdx.y]", "__shared__ float tile[32][32]");
  EXPECT_EQ(plain.result.status, run::Status::Done) << format_diagnostics(plain.result.diagnostics);
  EXPECT_EQ(plain.access.shared[load].requests, warps);
  EXPECT_EQ(plain.access.shared[load].wavefronts, 32 * warps);
  EXPECT_EQ(plain.access.global[store].requests, 0u); // the store of the result is not in this line
  const Ran padded = run_expression("tile[threadIdx.x][threadIdx.y]", "__shared__ float tile[32][33]");
  EXPECT_EQ(padded.access.shared[load].wavefronts, warps);
  const Ran swizzled = run_expression("tile[tx][ty ^ tx]", "__shared__ float tile[32][32]");
  EXPECT_EQ(swizzled.access.shared[load].wavefronts, warps);
}

TEST(ExpressionRun, AnIndexIntoGlobalMemory) {
  const Ran ran = run_expression("a[threadIdx.x * 2]");
  EXPECT_EQ(ran.result.status, run::Status::Done) << format_diagnostics(ran.result.diagnostics);
  EXPECT_EQ(ran.access.global[load].requests, warps);
  EXPECT_EQ(ran.access.global[load].sectors, 8 * warps); // 256 bytes, half of them used
  EXPECT_EQ(ran.access.global[load].ideal_sectors, 4 * warps);
  EXPECT_EQ(run_expression("p[tid]", "const float4 *p").access.global[load].sectors, 16 * warps);
  EXPECT_EQ(run_expression("p[tid].y", "const float4 *p").access.global[load].bytes, 4 * 32 * warps);
  EXPECT_EQ(
      run_expression("s[tid].b[1]", "struct P { float a; int b[7]; }; P *s").access.global[load].sectors,
      32 * warps);
}

TEST(ExpressionRun, StatementsAndAtomics) {
  const Ran write = run_expression("tile[tid * 2] = 1.0f", "__shared__ float tile[512]");
  EXPECT_EQ(write.result.status, run::Status::Done) << format_diagnostics(write.result.diagnostics);
  EXPECT_EQ(write.access.shared[store].wavefronts, 2 * warps);
  EXPECT_EQ(write.result.totals.shared[load].requests,
            0u); // the read that keeps the store alive never happens
  const Ran add = run_expression("atomicAdd(&bins[lane / 2], 1)", "__shared__ int bins[32]");
  EXPECT_EQ(add.result.status, run::Status::Done) << format_diagnostics(add.result.diagnostics);
  EXPECT_EQ(add.access.shared[atomic].requests, warps);
  EXPECT_EQ(add.access.shared[atomic].wavefronts, warps); // an increment joins the lanes of a word
  const Ran two = run_expression("atomicAdd(&bins[lane / 2], 2)", "__shared__ int bins[32]");
  EXPECT_EQ(two.access.shared[atomic].wavefronts, 2 * warps); // two lanes at each word
  EXPECT_EQ(run_expression("a[tid] += 1").access.global[store].sectors, 4 * warps);
}

TEST(ExpressionRun, EveryKindOfDeclaration) {
  struct Case {
    const char *expression, *declaration;
  };
  const Case cases[] = {{"a[idx[i]]", ""},
                        {"s[tid * 2]", "extern __shared__ float s[];"},
                        {"c[lane]", "__constant__ float c[1024]"},
                        {"tile[ty][swz(tx, ty)]",
                         "__shared__ float tile[32][32]; __device__ int swz(int x, int y) { return x ^ y; }"},
                        {"s[tid]", "__shared__ unsigned char s[1024]"},
                        {"a[tid] + b[tid]", ""},
                        {"g[tid]", "__device__ int g[4096]"},
                        {"if (tx < 16) a[tx] = 2", ""},
                        {"m[tx][ty]", "float (*m)[32]"},
                        {"b[tx]", "float b[]"},
                        {"*p", "volatile int *p"},
                        {"*(a + k * tx)", "const double *a, *b; const int k = 3"},
                        {"t[tx][ty] < u[tx]", "__shared__ float t[32][33], u[32]"},
                        {"d[tid]", "__shared__ double d[256]"},
                        {"v[tid].z", "__shared__ int3 v[256]"},
                        {"result[thread]", "const float *result; int thread = 2"},
                        {"warp < 2 ? a[col] : a[row]", ""},
                        {"x[i]", "const float *__restrict__ x"}};
  for (const Case& c : cases) {
    const Ran ran = run_expression(c.expression, c.declaration);
    EXPECT_EQ(ran.result.status, run::Status::Done)
        << c.expression << "\n"
        << format_diagnostics(ran.result.diagnostics) << ran.kernel.text;
    const model::Totals& t = ran.access;
    EXPECT_GT(t.shared[load].requests + t.shared[store].requests + t.global[load].requests +
                  t.global[store].requests + t.constant.requests,
              0u)
        << c.expression;
  }
}

TEST(ExpressionRun, NoValueIsLargerThanThePlaceOfItsResult) {
  for (const auto& [expression, declaration] : {std::pair{"a[threadIdx.x]", "const double4_32a *a"},
                                                {"a[threadIdx.x]", "const double4_16a *a"},
                                                {"a[threadIdx.x].x", "const longlong4_32a *a"},
                                                {"s[tid]", "struct P { double4 a; double4 b; }; const P *s"},
                                                {"s[tid]", "struct P { float f[100]; }; const P *s"}})
    for (const Dim3 block : {Dim3{32, 8, 1}, Dim3{32, 32, 1}}) {
      const Ran ran = run_expression(expression, declaration, block);
      EXPECT_EQ(ran.result.status, run::Status::Done) << declaration << "\n"
                                                      << format_diagnostics(ran.result.diagnostics);
      EXPECT_TRUE(ran.result.run.faults.empty()) << declaration;
    }
}

TEST(ExpressionRun, AnIndexBeforeTheBeginningFaults) {
  const Ran ran = run_expression("a[threadIdx.x - 1]", "const float *a", {32, 1, 1});
  EXPECT_EQ(ran.result.status, run::Status::Faulted);
  EXPECT_FALSE(ran.result.run.faults.empty());
  EXPECT_EQ(run_expression("a[(long long)threadIdx.x << 40]").result.status, run::Status::Faulted);
  EXPECT_EQ(run_expression("tile[tx * 1000]", "__shared__ float tile[32]").result.status,
            run::Status::Faulted);
}

TEST(ExpressionRun, TheCompilersWordsPointIntoTheFields) {
  const Ran unknown = run_expression("tile[threadIdx.x][nope]", "__shared__ float tile[32][33]");
  ASSERT_EQ(unknown.result.status, run::Status::UserError);
  ASSERT_FALSE(unknown.result.diagnostics.empty());
  Diagnostic d = unknown.result.diagnostics.front();
  EXPECT_EQ(expression::map_to_input(unknown.kernel, unknown.input, d),
            expression::ExpressionField::Expression);
  EXPECT_EQ(d.span.line, 1u);
  EXPECT_EQ(d.span.column, 19u);
  EXPECT_EQ(d.source_line, unknown.input.expression);

  const Ran type = run_expression("tile[threadIdx.x]", "__shared__ flaot tile[32]");
  ASSERT_EQ(type.result.status, run::Status::UserError);
  d = type.result.diagnostics.front();
  EXPECT_EQ(expression::map_to_input(type.kernel, type.input, d), expression::ExpressionField::Declaration);
  EXPECT_EQ(d.span.column, 12u);
}

} // namespace
} // namespace warpscope
