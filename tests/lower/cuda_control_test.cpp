// CUDA text -> memory: control flow, divergence, functions.
#include "tests/lower/chain.h"

namespace warpscope::testing {
namespace {

using Ints = std::vector<int>;

/// Runs `k(int *out, int n)` with one block of `threads` and compares with `expected(i)`.
template <class F> void expect_ints(const std::string& text, std::uint32_t threads, int n, F expected) {
  Machine m(lower_cuda(text));
  const auto out = m.put(Ints(threads, -7));
  m.run_well("k", {}, {threads}, out, n);
  EXPECT_EQ(m.get<int>(out, threads),
            made<int>(threads, [&](std::size_t i) { return expected(static_cast<int>(i)); }))
      << text;
}

TEST(CudaControl, NestedDivergence) {
  expect_ints(R"(
__global__ void k(int *out, int n) {
  int i = threadIdx.x, r = 0;
  if (i % 2) {
    if (i % 3 == 0) r = 1; else if (i % 5 == 0) r = 2; else r = 3;
    r += 100;
  } else {
    r = i > n ? 7 : 8;
    if (i & 4) r *= 2;
  }
  out[i] = r;
})",
              64, 20, [](int i) {
                int r = 0;
                if (i % 2) {
                  if (i % 3 == 0) r = 1;
                  else if (i % 5 == 0) r = 2;
                  else r = 3;
                  r += 100;
                } else {
                  r = i > 20 ? 7 : 8;
                  if (i & 4) r *= 2;
                }
                return r;
              });
}

TEST(CudaControl, LoopsWithBreakContinueAndEarlyReturn) {
  expect_ints(R"(
__global__ void k(int *out, int n) {
  int i = threadIdx.x, sum = 0;
  if (i == 13) return;
  for (int j = 0; j < i; ++j) {
    if (j % 3 == 1) continue;
    if (j > n) break;
    for (int l = j; l < i; l += 2) {
      if (l == 40) { out[i] = -1; return; }
      if (l % 7 == 6) break;
      sum += l;
    }
  }
  do { sum += 1000; } while (--i > 50);
  out[threadIdx.x] = sum;
})",
              70, 12, [](int t) {
                int i = t, sum = 0;
                if (i == 13) return -7;
                for (int j = 0; j < i; ++j) {
                  if (j % 3 == 1) continue;
                  if (j > 12) break;
                  for (int l = j; l < i; l += 2) {
                    if (l == 40) return -1;
                    if (l % 7 == 6) break;
                    sum += l;
                  }
                }
                do {
                  sum += 1000;
                } while (--i > 50);
                return sum;
              });
}

TEST(CudaControl, SwitchWithFallThrough) {
  expect_ints(R"(
__global__ void k(int *out, int n) {
  int r = 0;
  switch (threadIdx.x % 11) {
    case 0: r = 1; break;
    case 1: r = 2;
    case 2: r += 10; break;
    case 7: case 8: r = n; break;
    case 9: out[threadIdx.x] = 99; return;
    default: r = -1;
  }
  out[threadIdx.x] = r;
})",
              40, 55, [](int i) {
                switch (i % 11) {
                case 0: return 1;
                case 1: return 12;
                case 2: return 10;
                case 7:
                case 8: return 55;
                case 9: return 99;
                default: return -1;
                }
              });
}

TEST(CudaControl, ShortCircuitsDoNotReadBehindTheEnd) {
  Machine m(lower_cuda(R"(
__global__ void k(const int *a, int *out, int n) {
  int i = threadIdx.x;
  out[i] = i < n && a[i] > 5 || i == 60;
})"));
  const auto a = m.put(made<int>(10, [](std::size_t i) { return i; }));
  const auto out = m.put(Ints(64));
  m.run_well("k", {}, {64}, a, out, 10);
  EXPECT_EQ(m.get<int>(out, 64), made<int>(64, [](std::size_t i) { return (i < 10 && i > 5) || i == 60; }));
}

TEST(CudaControl, Recursion) {
  expect_ints(R"(
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ bool odd(int n);
__device__ bool even(int n) { return n == 0 ? true : odd(n - 1); }
__device__ bool odd(int n) { return n == 0 ? false : even(n - 1); }
__global__ void k(int *out, int n) { out[threadIdx.x] = fib(threadIdx.x % n) + (even(threadIdx.x) ? 1000 : 0); }
)",
              33, 12, [](int i) {
                const auto fib = [](auto self, int n) -> int {
                  return n < 2 ? n : self(self, n - 1) + self(self, n - 2);
                };
                return fib(fib, i % 12) + (i % 2 == 0 ? 1000 : 0);
              });
}

TEST(CudaControl, RecursionWithStructsAndArrays) {
  expect_ints(
      R"(
struct Range { int lo, hi; double weight; };
__device__ Range narrow(Range r, int depth, const int *table) {
  if (depth == 0) return r;
  int local[4];
  for (int i = 0; i < 4; ++i) local[i] = table[i] * depth;
  Range next = narrow({r.lo + local[depth & 3], r.hi - 1, r.weight * 2}, depth - 1, local);
  next.hi += local[0];
  return next;
}
__global__ void k(int *out, int n) {
  int base[4] = {1, 2, 3, 4};
  Range r = narrow({(int)threadIdx.x, 100, 1.0}, threadIdx.x % n, base);
  out[threadIdx.x] = r.lo * 10000 + r.hi * 10 + (int)r.weight;
})",
      32, 4, [](int t) {
        struct Range {
          int lo, hi;
          double weight;
        };
        const auto narrow = [](auto self, Range r, int depth, const int* table) -> Range {
          if (depth == 0) return r;
          int local[4];
          for (int i = 0; i < 4; ++i) local[i] = table[i] * depth;
          Range next = self(self, Range{r.lo + local[depth & 3], r.hi - 1, r.weight * 2}, depth - 1, local);
          next.hi += local[0];
          return next;
        };
        const int base[4] = {1, 2, 3, 4};
        const Range r = narrow(narrow, Range{t, 100, 1.0}, t % 4, base);
        return r.lo * 10000 + r.hi * 10 + static_cast<int>(r.weight);
      });
}

TEST(CudaControl, TemplatesLambdasAndOperators) {
  expect_ints(R"(
template <int N, class F> __device__ int apply(F f) {
  int sum = 0;
#pragma unroll
  for (int i = 0; i < N; ++i) sum += f(i);
  return sum;
}
struct V { int x, y; __device__ V operator+(V o) const { return {x + o.x, y + o.y}; } };
template <class T> __device__ void exchange(T &a, T &b) { T t = a; a = b; b = t; }
__global__ void k(int *out, int n) {
  int i = threadIdx.x;
  auto f = [=](int j) { return j * i + n; };
  V v = V{i, 1} + V{2, 3};
  exchange(v.x, v.y);
  out[i] = apply<5>(f) + v.x * 100 + v.y;
})",
              32, 9, [](int i) { return 10 * i + 45 + 400 + i + 2; });
}

TEST(CudaControl, TemplateKernelInstances) {
  Machine m(lower_cuda(R"(
template <int N, class T> __global__ void scale(T *p) { p[threadIdx.x] *= N; }
)",
                       {"scale<3, float>"}));
  const auto p = m.put(std::vector<float>{1, 2, 3});
  ASSERT_EQ(m.program().kernels.size(), 1u);
  m.run_well(m.program().kernels[0].name, {}, {3}, p);
  EXPECT_EQ(m.get<float>(p, 3), (std::vector<float>{3, 6, 9}));
}

TEST(CudaControl, BarrierAfterEarlyReturnAndInUniformLoops) {
  expect_ints(R"(
__global__ void k(int *out, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = i;
  for (int step = 1; step < 64; step *= 2) {
    __syncthreads();
    int other = s[(i + step) % 64];
    __syncthreads();
    s[i] += other;
  }
  __syncthreads();
  out[i] = s[i] + n;
})",
              64, 3, [](int) { return 64 * 63 / 2 + 3; });
}

TEST(CudaControl, GridsAndThreeDimensions) {
  Machine m(lower_cuda(R"(
__global__ void k(int *out) {
  int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  int size = blockDim.x * blockDim.y * blockDim.z;
  out[block * size + thread] = block * 1000 + thread;
})"));
  const Dim3 grid{3, 2, 2}, block{5, 4, 3};
  const auto out = m.put(Ints(grid.count() * block.count()));
  m.run_well("k", grid, block, out);
  EXPECT_EQ(m.get<int>(out, 720), made<int>(720, [](std::size_t i) { return i / 60 * 1000 + i % 60; }));
}

TEST(CudaControl, GotoAndIrreducibleLoops) {
  expect_ints(R"(
__global__ void k(int *out, int n) {
  int i = threadIdx.x, steps = 0;
  if (i % 2) goto middle;
top:
  ++steps;
  if (steps > n) goto done;
middle:
  i = i % 3 ? i * 5 + 1 : i / 3;
  if (i > 1) goto top;
done:
  out[threadIdx.x] = steps * 1000 + i % 1000;
})",
              64, 20, [](int t) {
                int i = t, steps = 0;
                bool top = t % 2 == 0;
                for (;; top = true) {
                  if (top) {
                    ++steps;
                    if (steps > 20) break;
                  }
                  i = i % 3 ? static_cast<int>(static_cast<unsigned>(i) * 5u + 1u) : i / 3;
                  if (i <= 1) break;
                }
                return steps * 1000 + i % 1000;
              });
}

TEST(CudaControl, StaticFunctionsOfClassesAndDefaults) {
  expect_ints(R"(
struct Accumulator {
  int total = 5;
  __device__ Accumulator &add(int v, int times = 2) { total += v * times; return *this; }
  __device__ operator int() const { return total; }
};
__device__ void by_pointer(Accumulator *a, int n) { for (int i = 0; i < n; ++i) a->add(i); }
__global__ void k(int *out, int n) {
  Accumulator a;
  a.add(1).add(threadIdx.x, 3);
  by_pointer(&a, n);
  out[threadIdx.x] = a;
})",
              32, 4, [](int i) { return 5 + 2 + 3 * i + 2 * 6; });
}

TEST(CudaControl, RefusalsNameTheirLine) {
  const auto first = [](std::string_view text) {
    const Lowered lowered = lower_cuda(text);
    EXPECT_TRUE(lowered.program == nullptr);
    for (const Diagnostic& d : lowered.diagnostics)
      if (d.severity == Severity::Error) return d;
    return Diagnostic{};
  };
  const Diagnostic indirect = first(R"(__global__ void k(int *out, int (*f)(int)) {
  out[0] = 1;
  out[1] = 2;
  out[2] = f(2); // no function of this type
})");
  EXPECT_NE(indirect.message.find("not supported"), std::string::npos) << indirect.message;
  EXPECT_TRUE(indirect.span.line == 4 || indirect.span.line == 5) << indirect.span.line;
  EXPECT_EQ(indirect.file, "test.cu");
  EXPECT_FALSE(indirect.source_line.empty());
  // Such an integer is carried (tests/programs/copied_by_128_bits.cu), and not computed with.
  const Diagnostic wide = first("__global__ void k(__int128 *p) {\n  p[1] = p[0] * p[2];\n}");
  EXPECT_NE(wide.message.find("not supported"), std::string::npos) << wide.message;
}

} // namespace
} // namespace warpscope::testing
