// CUDA text -> memory: spaces, atomics, warp functions, printf.
#include "tests/lower/chain.h"

#include <numeric>

namespace warpscope::testing {
namespace {

using Ints = std::vector<int>;

TEST(CudaMemory, DynamicSharedInSeveralArrays) {
  Machine m(lower_cuda(R"(
__global__ void k(int *out, int n) {
  extern __shared__ int pool[];
  __shared__ char head[5];
  float *f = (float *)(pool + n);
  int i = threadIdx.x;
  head[i % 5] = 1;
  pool[i] = i;
  f[i] = i * 0.5f;
  __syncthreads();
  out[i] = pool[n - 1 - i] + (int)(f[n - 1 - i] * 2);
})"));
  EXPECT_TRUE(m.kernel("k").uses_dynamic_shared);
  EXPECT_EQ(m.kernel("k").shared_bytes, 16u);
  m.dynamic_shared = 64 * 8;
  const auto out = m.put(Ints(64));
  m.run_well("k", {}, {64}, out, 64);
  EXPECT_EQ(m.get<int>(out, 64), made<int>(64, [](std::size_t i) { return 2 * (63 - i); }));
  m.dynamic_shared = 64 * 8 - 4;
  const exec::RunResult result = m.launch("k", {}, {64}, out, 64);
  ASSERT_FALSE(result.faults.empty());
  EXPECT_EQ(result.faults[0].kind, trace::FaultKind::OutOfBounds);
}

TEST(CudaMemory, LocalArraysIndexedAtRunTime) {
  Machine m(lower_cuda(R"(
__global__ void k(int *out) {
  int a[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  int i = threadIdx.x;
  a[i % 8] += i;
  for (int pass = 0; pass < 8; ++pass)
    for (int j = 0; j + 1 < 8; ++j)
      if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
  for (int j = 0; j < 8; ++j) out[i * 8 + j] = a[j];
})"));
  const auto out = m.put(Ints(256));
  m.run_well("k", {}, {32}, out);
  Ints expected;
  for (int i = 0; i < 32; ++i) {
    Ints a{3, 1, 4, 1, 5, 9, 2, 6};
    a[static_cast<std::size_t>(i % 8)] += i;
    std::sort(a.begin(), a.end());
    expected.insert(expected.end(), a.begin(), a.end());
  }
  EXPECT_EQ(m.get<int>(out, 256), expected);
  // The initialiser is no access of the text's to global memory.
  for (const program::Site& site : m.program().sites)
    EXPECT_FALSE(site.space == Space::Global && site.kind == AccessKind::Load) << site.variable;
}

TEST(CudaMemory, ConstantsAndDeviceVariables) {
  Machine m(lower_cuda(R"(
struct Pair { short a; double b; };
__constant__ int table[4] = {7, 8, 9, 10};
__constant__ Pair pairs[2] = {{1, 2.5}, {3, 4.5}};
__device__ int counter = 100;
__device__ float zeroed[8];
__device__ int *somewhere = &counter;
constexpr int offsets[] = {5, 6};
__global__ void k(double *out) {
  int i = threadIdx.x;
  atomicAdd(somewhere, 1);
  out[i] = table[i % 4] + pairs[i & 1].b + pairs[i & 1].a + zeroed[i % 8] + offsets[i & 1];
}
__global__ void read(double *out) { out[0] = counter; }
)"));
  const auto out = m.put(std::vector<double>(32));
  m.run_well("k", {}, {32}, out);
  EXPECT_EQ(m.get<double>(out, 32), made<double>(32, [](std::size_t i) {
              return static_cast<double>(7 + i % 4) + (i & 1 ? 7.5 : 3.5) + static_cast<double>(5 + (i & 1));
            }));
  m.run_well("read", {}, {1}, out);
  EXPECT_EQ(m.get<double>(out, 1)[0], 132);
}

TEST(CudaMemory, Atomics) {
  Machine m(lower_cuda(R"(
__global__ void k(int *ints, unsigned long long *wides, float *f, unsigned *old) {
  __shared__ int s[4];
  int i = threadIdx.x;
  if (i < 4) s[i] = 0;
  __syncthreads();
  atomicAdd(&s[i % 4], i);
  atomicMax(&ints[0], i * 3 % 50);
  atomicMin(&ints[1], -i);
  atomicOr(&ints[2], 1 << (i % 32));
  atomicAdd(wides, 1ull << 33);
  atomicAdd(f, 0.5f);
  old[i] = atomicInc((unsigned *)&ints[3], 9);
  int expected = ints[4], seen;
  do { seen = expected; expected = atomicCAS(&ints[4], seen, seen + 2); } while (expected != seen);
  atomicExch(&ints[5], 77);
  atomicSub(&ints[6], 1);
  __syncthreads();
  if (i < 4) ints[8 + i] = s[i];
})"));
  const auto ints = m.put(Ints(12)), wides = m.put(std::vector<std::uint64_t>(1)),
             f = m.put(std::vector<float>(1)), old = m.put(std::vector<std::uint32_t>(64));
  m.run_well("k", {}, {64}, ints, wides, f, old);
  int most = 0;
  for (int i = 0; i < 64; ++i) most = std::max(most, i * 3 % 50);
  EXPECT_EQ(m.get<int>(ints, 12), (Ints{most, -63, -1, 64 % 10, 128, 77, -64, 0, 480, 496, 512, 528}));
  EXPECT_EQ(m.get<std::uint64_t>(wides, 1)[0], std::uint64_t{64} << 33);
  EXPECT_EQ(m.get<float>(f, 1)[0], 32.0f);
  auto seen = m.get<std::uint32_t>(old, 64);
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen.front(), 0u);
  EXPECT_EQ(seen.back(), 9u);
  // A reduction where the old value is not used.
  std::size_t returning = 0, reductions = 0;
  for (const program::Site& site : m.program().sites)
    if (site.kind == AccessKind::Atomic) ++(site.returns ? returning : reductions);
  EXPECT_EQ(returning, 2u);
  EXPECT_EQ(reductions, 8u);
}

TEST(CudaMemory, ShufflesVotesAndMatches) {
  Machine m(lower_cuda(R"(
__global__ void k(int *out, unsigned *votes, double *d) {
  int i = threadIdx.x, v = i * i;
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffff, v, step);
  out[i] = __shfl_sync(0xffffffff, v, 0) + __shfl_xor_sync(0xffffffff, i, 5) * 100000;
  d[i] = __shfl_up_sync(0xffffffff, i * 1.5, 3, 8);
  votes[4 * i] = __ballot_sync(0xffffffff, i % 3 == 0);
  votes[4 * i + 1] = __all_sync(0xffffffff, i < 32) * 2 + __any_sync(0xffffffff, i > 31);
  if (i < 20) votes[4 * i + 2] = __activemask();
  votes[4 * i + 3] = __match_any_sync(0xffffffff, i % 5);
})"));
  const auto out = m.put(Ints(32)), votes = m.put(std::vector<std::uint32_t>(128)),
             d = m.put(std::vector<double>(32));
  m.run_well("k", {}, {32}, out, votes, d);
  const auto got = m.get<int>(out, 32);
  const auto voted = m.get<std::uint32_t>(votes, 128);
  const auto doubles = m.get<double>(d, 32);
  for (int i = 0; i < 32; ++i) {
    const auto u = static_cast<std::size_t>(i);
    EXPECT_EQ(got[u], 31 * 32 * 63 / 6 + (i ^ 5) * 100000);
    EXPECT_EQ(doubles[u], i % 8 < 3 ? i * 1.5 : (i - 3) * 1.5);
    std::uint32_t thirds = 0, same = 0;
    for (int j = 0; j < 32; ++j) {
      thirds |= (j % 3 == 0 ? 1u : 0u) << j;
      same |= (j % 5 == i % 5 ? 1u : 0u) << j;
    }
    EXPECT_EQ(voted[4 * u], thirds);
    EXPECT_EQ(voted[4 * u + 1], 2u);
    EXPECT_EQ(voted[4 * u + 2], i < 20 ? 0xf'ffffu : 0u);
    EXPECT_EQ(voted[4 * u + 3], same);
  }
}

TEST(CudaMemory, PrintfAndAssert) {
  Machine m(lower_cuda(R"(
#include <cassert>
#include <cstdio>
__global__ void k(int n) {
  if (threadIdx.x < 2) printf("thread %d of %u: %s %.2f %lld\n", threadIdx.x, blockDim.x, "text", 1.5f * threadIdx.x, 1ll << 40);
  assert(threadIdx.x < n);
})"));
  const exec::RunResult well = m.run_well("k", {}, {4}, 4);
  EXPECT_EQ(well.printf_output,
            "thread 0 of 4: text 0.00 1099511627776\nthread 1 of 4: text 1.50 1099511627776\n");
  const exec::RunResult failed = m.launch("k", {}, {4}, 3);
  ASSERT_EQ(failed.faults.size(), 1u);
  EXPECT_EQ(failed.faults[0].kind, trace::FaultKind::Assert);
  EXPECT_EQ(failed.faults[0].thread, 3u);
}

TEST(CudaMemory, NullPointersCompareAndFault) {
  Machine m(lower_cuda(R"(
__global__ void k(int *maybe, int *out) {
  __shared__ int s[32];
  int *p = threadIdx.x % 2 ? s : nullptr;
  s[threadIdx.x] = 1;
  __syncthreads();
  if (maybe) out[threadIdx.x] = maybe[0];
  else out[threadIdx.x] = p ? p[3] : -1;
}
__global__ void bad(int *p) { *p = 1; })"));
  const auto out = m.put(Ints(32));
  m.run_well("k", {}, {32}, std::uint64_t{0}, out);
  EXPECT_EQ(m.get<int>(out, 32), made<int>(32, [](std::size_t i) { return i % 2 ? 1 : -1; }));
  const auto one = m.put(Ints{42});
  m.run_well("k", {}, {32}, one, out);
  EXPECT_EQ(m.get<int>(out, 32), Ints(32, 42));
  const exec::RunResult result = m.launch("bad", {}, {32}, std::uint64_t{0});
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, trace::FaultKind::NullPointer);
}

TEST(CudaMemory, PointersInMemoryAndArithmetic) {
  Machine m(lower_cuda(R"(
struct Node { int value; Node *next; };
struct Args { const float *a; float *b; int n; };
__global__ void link(Node *nodes, int n) {
  int i = threadIdx.x;
  nodes[i].value = i * 10;
  nodes[i].next = i + 1 < n ? &nodes[i + 1] : nullptr;
}
__global__ void walk(Node *nodes, int *out) {
  int sum = 0;
  Node *end = nullptr;
  for (Node *at = nodes + threadIdx.x; at != nullptr; at = at->next) { sum += at->value; end = at; }
  out[threadIdx.x] = sum + (int)(end - nodes);
}
__global__ void args(Args x) {
  int i = threadIdx.x;
  if (i < x.n) x.b[i] = x.a[x.n - 1 - i] * 2;
}
__global__ void reverse(int *begin, int *end) {
  int *mine = begin + threadIdx.x, *other = end - 1 - threadIdx.x;
  if (mine < other) { int t = *mine; *mine = *other; *other = t; }
})"));
  const auto nodes = m.put(std::vector<std::uint64_t>(20)), out = m.put(Ints(10));
  m.run_well("link", {}, {10}, nodes, 10);
  m.run_well("walk", {}, {10}, nodes, out);
  EXPECT_EQ(m.get<int>(out, 10),
            made<int>(10, [](std::size_t i) { return (45 - i * (i - 1) / 2) * 10 + 9; }));
  struct {
    std::uint64_t a, b;
    std::int32_t n, pad = 0;
  } args{m.put(std::vector<float>{1, 2, 3}), m.put(std::vector<float>(3)), 3};
  m.run_well("args", {}, {32}, args);
  EXPECT_EQ(m.get<float>(args.b, 3), (std::vector<float>{6, 4, 2}));
  // Pointers out of a by-value struct are global ones.
  for (const program::Site& site : m.program().sites)
    if (site.variable == "x") {
      EXPECT_NE(site.space, Space::None);
    }
  const auto ramp = m.put(made<int>(9, [](std::size_t i) { return i; }));
  m.run_well("reverse", {}, {9}, ramp, ramp + 36);
  EXPECT_EQ(m.get<int>(ramp, 9), made<int>(9, [](std::size_t i) { return 8 - i; }));
}

TEST(CudaMemory, UnsignedAndNegativeIndices) {
  Machine m(lower_cuda(R"(
__global__ void k(int *out, unsigned n, long long back, size_t forth) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int *middle = out + n;
  middle[-(int)i - 1] = i;
  middle[i] = i;
  if (i == 31) { middle[back] = -1; out[forth] = -2; out[n - 1 - 3] = -3; }
})"));
  const auto out = m.put(Ints(64));
  m.run_well("k", {2}, {16}, out, 32u, std::int64_t{-32}, std::uint64_t{63});
  auto expected = made<int>(64, [](std::size_t i) { return i < 32 ? 31 - i : i - 32; });
  expected[0] = -1, expected[63] = -2, expected[28] = -3;
  EXPECT_EQ(m.get<int>(out, 64), expected);
}

TEST(CudaMemory, VolatileAndUnusedLoadsStay) {
  Machine m(lower_cuda(R"(
__global__ void k(volatile int *v, const int *a, int *out) {
  int x = a[0];
  a[1];
  int s = v[0] + v[0];
  v[1] = 1; v[1] = 2;
  out[0] = s;
})"));
  const auto v = m.put(Ints{5, 0}), a = m.put(Ints(2)), out = m.put(Ints(1));
  m.run_well("k", {}, {1}, v, a, out);
  EXPECT_EQ(m.get<int>(out, 1)[0], 10);
  std::size_t loads = 0, stores = 0, plain = 0;
  for (const program::Site& site : m.program().sites) {
    if (site.space != Space::Global) continue;
    if (site.is_volatile) ++(site.kind == AccessKind::Load ? loads : stores);
    if (!site.is_volatile && site.kind == AccessKind::Load) ++plain;
  }
  EXPECT_EQ(loads, 2u);
  EXPECT_EQ(stores, 2u);
  EXPECT_EQ(plain, 1u); // a[0]; the value of a[1] is never asked for
}

TEST(CudaMemory, BarrierReductionsAndFences) {
  Machine m(lower_cuda(R"(
__global__ void k(int *out) {
  int i = threadIdx.x;
  int count = __syncthreads_count(i % 3 == 0);
  int all = __syncthreads_and(i < 64), any = __syncthreads_or(i == 70);
  __threadfence(); __threadfence_block(); __syncwarp();
  out[i] = count * 4 + all * 2 + any;
})"));
  const auto out = m.put(Ints(64));
  m.run_well("k", {}, {64}, out);
  const auto got = m.get<int>(out, 64);
  EXPECT_EQ(got[5] / 4, 22);
  EXPECT_EQ((got[5] & 2) != 0, true);
  EXPECT_EQ(got[5] & 1, 0);
}

TEST(CudaMemory, BigRegisterTilesKeepASmallFrame) {
  Machine m(lower_cuda(R"(
__global__ void k(const float *a, const float *b, float *c, int n) {
  float sum[8][8] = {};
#pragma unroll
  for (int p = 0; p < 16; ++p) {
    float x[8], y[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) { x[i] = a[i * 16 + p]; y[i] = b[p * 8 + i]; }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
      for (int j = 0; j < 8; ++j) sum[i][j] += x[i] * y[j];
  }
  for (int i = 0; i < 8; ++i) for (int j = 0; j < 8; ++j) c[i * 8 + j] = sum[i][j];
})"));
  const auto a = made<float>(128, [](std::size_t i) { return i % 7; });
  const auto b = made<float>(128, [](std::size_t i) { return i % 5; });
  const auto pa = m.put(a), pb = m.put(b), pc = m.put(std::vector<float>(64));
  m.run_well("k", {}, {1}, pa, pb, pc, 16);
  EXPECT_EQ(m.get<float>(pc, 64), made<float>(64, [&](std::size_t at) {
              float sum = 0;
              for (std::size_t p = 0; p < 16; ++p) sum += a[at / 8 * 16 + p] * b[p * 8 + at % 8];
              return sum;
            }));
  EXPECT_LT(m.program().functions[0].slots, 256u);
}

} // namespace
} // namespace warpscope::testing
