// Each load and store of the text is one access of the module, as wide as the text says.
#include "tests/frontend/module_reader.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(AsWritten, ScalarsKeepTheirWidth) {
  const Compiled c("__global__ void k(char *a, short *b, int *c, double *d) {\n"
                   "  a[0] = a[1];\n"
                   "  b[0] = b[1];\n"
                   "  c[0] = c[1];\n"
                   "  d[0] = d[1];\n"
                   "}\n");
  EXPECT_EQ(c.at(2), "L1 S1");
  EXPECT_EQ(c.at(3), "L2 S2");
  EXPECT_EQ(c.at(4), "L4 S4");
  EXPECT_EQ(c.at(5), "L8 S8");
}

TEST(AsWritten, VectorsAreOneAccess) {
  const Compiled c("__global__ void k(float4 *o, const float4 *i, float2 *p, uchar4 *u, short4 *s, double2 "
                   "*d, longlong2 *l) {\n"
                   "  o[0] = i[threadIdx.x];\n"
                   "  float4 v = i[1]; v.x += 1; o[2] = v;\n"
                   "  p[0] = p[1];\n"
                   "  u[0] = u[1];\n"
                   "  s[0] = s[1];\n"
                   "  d[0] = d[1];\n"
                   "  l[0] = l[1];\n"
                   "  o[3] = make_float4(1, 2, 3, v.y);\n"
                   "  o[4] = __ldg(&i[5]);\n"
                   "  uchar4 w = u[2]; w.y = 3; u[3] = w;\n"
                   "}\n");
  EXPECT_EQ(c.at(2), "L16 S16");
  EXPECT_EQ(c.at(3), "L16 S16");
  EXPECT_EQ(c.at(4), "L8 S8");
  EXPECT_EQ(c.at(5), "L4 S4");
  EXPECT_EQ(c.at(6), "L8 S8");
  EXPECT_EQ(c.at(7), "L16 S16");
  EXPECT_EQ(c.at(8), "L16 S16");
  EXPECT_EQ(c.at(9), "S16");
  EXPECT_EQ(c.at(10), "L16 S16");
  EXPECT_EQ(c.at(11), "L4 S4");
}

TEST(AsWritten, AFloat3IsThreeFloats) {
  const Compiled c("__global__ void k(float3 *a) {\n  a[0] = a[1];\n  float3 v = a[2]; a[3].y = v.z;\n}\n");
  EXPECT_EQ(c.at(2), "L4 L4 L4 S4 S4 S4");
  EXPECT_EQ(c.at(3), "L4 L4 L4 S4");
}

TEST(AsWritten, MemberReadsAreNarrow) {
  const Compiled c("__global__ void k(float4 *a, float *o) {\n  o[0] = a[1].x;\n  o[1] = a[2].y + a[2].w;\n  "
                   "a[3].z = 5;\n}\n");
  EXPECT_EQ(c.at(2), "L4 S4");
  EXPECT_EQ(c.at(3), "L4 L4 S4");
  EXPECT_EQ(c.at(4), "S4");
}

constexpr const char* structs = "struct S28 { float v[7]; };\n"
                                "struct alignas(32) S32 { float v[8]; };\n"
                                "struct alignas(16) S48 { float4 a; int b; double c; };\n"
                                "struct Mixed { char c; double d; int i; };\n"
                                "__global__ void k(S28 *a, S32 *b, S48 *c, Mixed *m) {\n"
                                "  a[0] = a[1];\n"
                                "  b[0] = b[1];\n"
                                "  c[0] = c[1];\n"
                                "  m[0] = m[1];\n"
                                "  S32 v = b[2]; v.v[3] = 1; b[3] = v;\n"
                                "}\n";

TEST(AsWritten, StructsAreCopiedInUnitsOfTheirAlignment) {
  const Compiled c(structs);
  EXPECT_EQ(c.at(6), "L4 L4 L4 L4 L4 L4 L4 S4 S4 S4 S4 S4 S4 S4");
  EXPECT_EQ(c.at(7), "L16 L16 S16 S16");
  EXPECT_EQ(c.at(8), "L16 L16 S16 S16");
  EXPECT_EQ(c.at(9), "L8 L8 L8 S8 S8 S8");
  EXPECT_EQ(c.at(10), "L16 L16 S16 S16");
}

TEST(AsWritten, BlackwellMoves32Bytes) {
  const Compiled c(structs, 100);
  EXPECT_EQ(c.at(6), "L4 L4 L4 L4 L4 L4 L4 S4 S4 S4 S4 S4 S4 S4");
  EXPECT_EQ(c.at(7), "L32 S32");
  EXPECT_EQ(c.at(8), "L16 L16 S16 S16");
  EXPECT_EQ(c.at(10), "L32 S32");
}

TEST(AsWritten, NothingIsMergedOrDropped) {
  const Compiled c("__global__ void k(float *o, const float *s) {\n"
                   "  o[0] = s[1] + s[1];\n"
                   "  float unused = s[2];\n"
                   "  o[1] = 1; o[1] = 2;\n"
                   "  for (int j = 0; j < 4; ++j) o[j] += s[j];\n"
                   "}\n");
  EXPECT_EQ(c.at(2), "L4 L4 S4");
  EXPECT_EQ(c.at(3), "L4");
  EXPECT_EQ(c.at(4), "S4 S4");
  EXPECT_EQ(c.at(5), "L4 L4 S4");
}

TEST(AsWritten, UnusedLoadsInsideFunctionsStay) {
  const Compiled c("__device__ void touch(const float *p) { float x = p[threadIdx.x]; }\n"
                   "__device__ float second(const float4 *p) { float4 v = p[1]; return v.y; }\n"
                   "__global__ void k(float *o, const float *s, const float4 *v) {\n"
                   "  touch(s);\n"
                   "  second(v);\n"
                   "}\n");
  EXPECT_EQ(c.at(1), "L4");
  EXPECT_EQ(c.at(2), "L16");
}

TEST(AsWritten, VolatileIsNeverSplitOrMerged) {
  const Compiled c("__global__ void k(volatile float *a) {\n"
                   "  __shared__ volatile int s[64];\n"
                   "  a[0] = a[1] + a[1];\n"
                   "  s[threadIdx.x] = 1;\n"
                   "  s[threadIdx.x] += s[3];\n"
                   "}\n");
  EXPECT_EQ(c.at(3), "L4v L4v S4v");
  EXPECT_EQ(c.at(4), "S4v");
  EXPECT_EQ(c.at(5), "L4v L4v S4v");
}

TEST(AsWritten, RegistersAreNoMemory) {
  const Compiled c("struct V { float x, y; __device__ float dot(V o) const { return x * o.x + y * o.y; } };\n"
                   "__device__ V __forceinline__ add(V a, V b) { return {a.x + b.x, a.y + b.y}; }\n"
                   "__device__ float twice(float4 v) { v.x *= 2; return v.x; }\n"
                   "__device__ void by_reference(float &x, const float4 &v) { x += v.w; }\n"
                   "__global__ void k(float *o, V v) {\n"
                   "  float f[4]; f[0] = 1; f[1] = 2; f[2] = 3; f[3] = f[0];\n"
                   "  V a = add({1, 2}, {f[1], f[2]});\n"
                   "  float4 w = make_float4(a.x, a.y, f[3], a.dot(a)); by_reference(w.x, w);\n"
                   "  o[0] = twice(w) + w.z;\n"
                   "}\n");
  EXPECT_EQ(c.at(6), "");
  EXPECT_EQ(c.at(7), "");
  EXPECT_EQ(c.at(8), "");
  EXPECT_EQ(c.at(9), "S4");
}

TEST(AsWritten, CastsToVectorsAreVectorAccesses) {
  const Compiled c("__global__ void k(float *o, const float *i) {\n"
                   "  __shared__ float s[128];\n"
                   "  *reinterpret_cast<float4 *>(&s[4 * threadIdx.x]) = *reinterpret_cast<const float4 *>(i "
                   "+ 4 * threadIdx.x);\n"
                   "  reinterpret_cast<float2 *>(o)[threadIdx.x] = ((float2 *)s)[threadIdx.x];\n"
                   "  float r[8];\n"
                   "  *(float4 *)&r[0] = *(const float4 *)i; *(float4 *)&r[4] = *(const float4 *)(i + 4);\n"
                   "  o[0] = r[1] + r[7];\n"
                   "}\n");
  EXPECT_EQ(c.at(3), "L16 S16");
  EXPECT_EQ(c.at(4), "L8 S8");
  EXPECT_EQ(c.at(6), "L16 L16");
  EXPECT_EQ(c.at(7), "S4");
}

TEST(AsWritten, AtomicsKeepTheCallersPlace) {
  const Compiled c("__global__ void k(int *h, float *f, unsigned long long *u) {\n"
                   "  atomicAdd(&h[threadIdx.x & 3], 1);\n"
                   "  int old = atomicMax(h, 2);\n"
                   "  atomicAdd(f + 1, 2.0f); atomicCAS(u, 1ull, 2ull);\n"
                   "}\n");
  EXPECT_EQ(c.at(2), "A");
  EXPECT_EQ(c.at(3), "A");
  EXPECT_EQ(c.at(4), "A A");
}

TEST(AsWritten, RecursionStaysACall) {
  const Compiled c("__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"
                   "__device__ int plain(int n) { return n + 1; }\n"
                   "__device__ int never_called(int n) { return n + 1; }\n"
                   "__global__ void k(int *o) { o[0] = fib(plain(5)); }\n");
  ASSERT_TRUE(c.ok()) << c.messages();
  EXPECT_NE(c.output.module->getFunction("_Z3fibi"), nullptr);
  EXPECT_EQ(c.output.module->getFunction("_Z5plaini"), nullptr);
  EXPECT_EQ(c.output.module->getFunction("_Z12never_calledi"), nullptr);
}

TEST(AsWritten, NoAggregateIsLoadedOrStored) {
  const Compiled c("struct Big { float4 a[3]; int n; char c[5]; };\n"
                   "__device__ Big make(const Big *p, int i) { Big b = p[i]; b.n++; return b; }\n"
                   "__global__ void k(Big *o, const Big *p, Big v) { o[0] = make(p, 3); o[1] = v; Big z = "
                   "{}; o[2] = z; }\n");
  ASSERT_TRUE(c.ok()) << c.messages();
  for (const llvm::Function& function : *c.output.module) {
    for (const llvm::BasicBlock& block : function) {
      for (const llvm::Instruction& i : block) {
        if (llvm::isa<llvm::LoadInst>(i)) {
          EXPECT_FALSE(i.getType()->isAggregateType());
        }
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
          EXPECT_FALSE(store->getValueOperand()->getType()->isAggregateType());
        }
      }
    }
  }
}

} // namespace
} // namespace warpscope
