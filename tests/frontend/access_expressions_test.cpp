// Every access of the module finds its expression by its debug position.
#include "tests/frontend/module_reader.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

/// "text" of the expressions with that key and kind, separated by '|'.
std::string expressions(const Compiled& c, const SeenAccess& access) {
  std::string result;
  for (const frontend::AccessExpression& e : c.output.accesses) {
    if (e.line != access.line || e.column != access.column) continue;
    if ((access.kind == 'L' && !e.loads) || (access.kind == 'S' && !e.stores)) continue;
    if (!result.empty()) result += '|';
    result += e.text;
  }
  return result;
}

std::string expressions_at(const Compiled& c, unsigned line) {
  if (!c.ok()) return c.messages();
  std::string result;
  for (const SeenAccess& access : accesses_of(*c.kernel("k"))) {
    if (access.line != line) continue;
    if (!result.empty()) result += "; ";
    result += std::string(1, access.kind) + " " + expressions(c, access);
  }
  return result;
}

TEST(AccessExpressions, FormsOfReadingAndWriting) {
  const Compiled c("struct P { float x, y; };\n"
                   "__constant__ float coef[16];\n"
                   "__device__ int counter;\n"
                   "__global__ void k(float *out, const float *in, int *h, P *ps, float4 *v, float **pp) {\n"
                   "  int i = threadIdx.x;\n"
                   "  out[i] = in[i + 1];\n"
                   "  out[i] += in[i];\n"
                   "  h[i]++; --h[i + 1];\n"
                   "  *out = *(in + 2);\n"
                   "  ps[i].x = (ps + 1)->y;\n"
                   "  v[i] = v[i + 1];\n"
                   "  float4 r = v[7];\n"
                   "  out[1] = pp[i][2];\n"
                   "  counter = counter + coef[i];\n"
                   "  atomicAdd(&h[i], 1); atomicAdd(h + i, 2);\n"
                   "  out[2] = __ldg(&in[i]) + __ldg(in + 5);\n"
                   "  out[3] = in[h[i]];\n"
                   "  out[4] = i > 3 ? in[4] : in[5];\n"
                   "  memcpy(out, in, 4);\n"
                   "}\n");
  EXPECT_EQ(expressions_at(c, 6), "L in[i + 1]; S out[i]");
  EXPECT_EQ(expressions_at(c, 7), "L in[i]; L out[i]; S out[i]");
  EXPECT_EQ(expressions_at(c, 8), "L h[i]; S h[i]; L h[i + 1]; S h[i + 1]");
  EXPECT_EQ(expressions_at(c, 9), "L *(in + 2); S *out");
  EXPECT_EQ(expressions_at(c, 10), "L (ps + 1)->y; S ps[i].x");
  EXPECT_EQ(expressions_at(c, 11), "L v[i + 1]; S v[i]");
  EXPECT_EQ(expressions_at(c, 12), "L v[7]");
  EXPECT_EQ(expressions_at(c, 13), "L pp[i]|pp[i][2]; L pp[i]|pp[i][2]; S out[1]");
  EXPECT_EQ(expressions_at(c, 14), "L counter; L coef[i]; S counter");
  EXPECT_EQ(expressions_at(c, 15), "A h[i]; A h + i");
  EXPECT_EQ(expressions_at(c, 16), "L in[i]; L in + 5; S out[2]");
  EXPECT_EQ(expressions_at(c, 17), "L h[i]; L in[h[i]]; S out[3]");
  EXPECT_EQ(expressions_at(c, 18), "L in[4]; L in[5]; S out[4]");
  EXPECT_EQ(expressions_at(c, 19), "L in; S out");
}

TEST(AccessExpressions, EveryAccessOfATiledProductIsFound) {
  const Compiled c(
      "template <int T> __device__ void load(float (&tile)[T][T + 1], const float *m, int n, int row, int "
      "column) {\n"
      "  tile[threadIdx.y][threadIdx.x] = row < n && column < n ? m[row * n + column] : 0.0f;\n"
      "}\n"
      "template <int T> __global__ void product(const float *A, const float *B, float *C, int n) {\n"
      "  __shared__ float a[T][T + 1], b[T][T + 1];\n"
      "  float sum = 0;\n"
      "  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;\n"
      "  for (int p = 0; p < n; p += T) {\n"
      "    load<T>(a, A, n, row, p + threadIdx.x);\n"
      "    load<T>(b, B, n, p + threadIdx.y, column);\n"
      "    __syncthreads();\n"
      "#pragma unroll\n"
      "    for (int k = 0; k < T; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];\n"
      "    __syncthreads();\n"
      "  }\n"
      "  if (row < n && column < n) C[row * n + column] = sum;\n"
      "}\n",
      90, {"product<16>"});
  ASSERT_TRUE(c.ok()) << c.messages();
  const llvm::Function* product = c.kernel("product<16>");
  ASSERT_NE(product, nullptr);
  const auto accesses = accesses_of(*product);
  EXPECT_EQ(accesses.size(), 7u);
  for (const SeenAccess& access : accesses) {
    const std::string text = expressions(c, access);
    EXPECT_NE(text, "") << access.line << ":" << access.column;
    EXPECT_EQ(text.find('|'), std::string::npos) << text;
  }
}

TEST(AccessExpressions, SpansAndRoots) {
  const Compiled c(
      "__global__ void k(float *o) {\n  __shared__ float t[8][9];\n  o[0] = t[threadIdx.x][ 3 ];\n}\n");
  ASSERT_TRUE(c.ok()) << c.messages();
  ASSERT_EQ(c.output.accesses.size(), 2u);
  const frontend::AccessExpression& read = c.output.accesses[0];
  EXPECT_EQ(read.text, "t[threadIdx.x][ 3 ]");
  EXPECT_EQ(read.base, "t");
  EXPECT_EQ(read.span, (Span{3, 10, 3, 29}));
  EXPECT_EQ(read.bytes, 4u);
  EXPECT_EQ(c.output.accesses[1].base, "o");
}

TEST(AccessExpressions, MacrosStandForTheirInvocation) {
  const Compiled c("#define AT(i, j) t[(i) * 8 + (j)]\n__global__ void k(float *t) {\n  AT(1, 2) = "
                   "AT(threadIdx.x, 3);\n}\n");
  EXPECT_EQ(expressions_at(c, 3), "L AT(threadIdx.x, 3); S AT(1, 2)");
}

} // namespace
} // namespace warpscope
