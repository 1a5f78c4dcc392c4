// CUDA text -> memory: types, conversions, arithmetic.
#include "tests/lower/chain.h"

#include <cmath>
#include <limits>

namespace warpscope::testing {
namespace {

TEST(CudaTypes, SmallIntegers) {
  Machine m(lower_cuda(R"(
__global__ void k(const signed char *a, const unsigned char *b, short *c, unsigned short *d) {
  int i = threadIdx.x;
  c[i] = a[i] * b[i];
  d[i] = (unsigned short)(b[i] << 9) >> 2;
  signed char x = a[i]; x += 100; x /= 3;
  if (x < 0) c[i] = x;
})"));
  const auto a = made<std::int8_t>(64, [](std::size_t i) { return static_cast<int>(i) * 5 - 128; });
  const auto b = made<std::uint8_t>(64, [](std::size_t i) { return i * 4 + 1; });
  const auto pa = m.put(a), pb = m.put(b), pc = m.put(std::vector<std::int16_t>(64)),
             pd = m.put(std::vector<std::uint16_t>(64));
  m.run_well("k", {}, {64}, pa, pb, pc, pd);
  std::vector<std::int16_t> c;
  std::vector<std::uint16_t> d;
  for (std::size_t i = 0; i < 64; ++i) {
    auto x = static_cast<std::int8_t>(a[i] + 100);
    x = static_cast<std::int8_t>(x / 3);
    c.push_back(x < 0 ? x : static_cast<std::int16_t>(a[i] * b[i]));
    d.push_back(static_cast<std::uint16_t>(static_cast<std::uint16_t>(b[i] << 9) >> 2));
  }
  EXPECT_EQ(m.get<std::int16_t>(pc, 64), c);
  EXPECT_EQ(m.get<std::uint16_t>(pd, 64), d);
}

TEST(CudaTypes, SixtyFourBits) {
  Machine m(lower_cuda(R"(
__global__ void k(const long long *a, unsigned long long *out) {
  int i = threadIdx.x;
  long long x = a[i];
  unsigned long long u = x;
  out[4 * i] = x / 1000003 + (x % 97) * (x >> 3);
  out[4 * i + 1] = u / 12345 ^ u << (i & 63);
  out[4 * i + 2] = x < -5 ? u >> 7 : ~u;
  out[4 * i + 3] = (unsigned)x + (unsigned long long)(int)x;
})"));
  const auto a = made<long long>(
      32, [](std::size_t i) { return static_cast<long long>(i * 0x9e37'79b9'7f4a'7c15u); });
  const auto pa = m.put(a), out = m.put(std::vector<std::uint64_t>(128));
  m.run_well("k", {}, {32}, pa, out);
  std::vector<std::uint64_t> expected;
  for (std::size_t i = 0; i < 32; ++i) {
    const long long x = a[i];
    const auto u = static_cast<std::uint64_t>(x);
    expected.push_back(static_cast<std::uint64_t>(x / 1000003) +
                       static_cast<std::uint64_t>(x % 97) * static_cast<std::uint64_t>(x >> 3));
    expected.push_back((u / 12345) ^ (u << (i & 63)));
    expected.push_back(x < -5 ? u >> 7 : ~u);
    expected.push_back(static_cast<std::uint32_t>(x) +
                       static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(x))));
  }
  EXPECT_EQ(m.get<std::uint64_t>(out, 128), expected);
}

TEST(CudaTypes, FloatsAndDoubles) {
  Machine m(lower_cuda(R"(
__global__ void k(const float *a, const double *b, double *out) {
  int i = threadIdx.x;
  float x = a[i];
  double y = b[i];
  out[8 * i] = x * 2 + y;
  out[8 * i + 1] = (int)x + (long long)y + (unsigned char)(i * 1.5f);
  out[8 * i + 2] = x < y ? -x : y / 3;
  out[8 * i + 3] = sqrtf(fabsf(x)) + floor(y) + ceilf(x) + trunc(y) + rint(y);
  out[8 * i + 4] = fminf(x, 3.0f) + fmax(y, 1.0) + copysignf(2.0f, x) + fmodf(x, 0.7f);
  out[8 * i + 5] = fma(y, y, 1.0) + fmaf(x, x, x);
  out[8 * i + 6] = (float)y + (float)i + (double)(unsigned)i;
  out[8 * i + 7] = isnan(x) * 4 + isinf(x) * 2 + signbit(x) + (x != x) * 8;
})"));
  std::vector<float> a;
  std::vector<double> b;
  for (int i = 0; i < 32; ++i) {
    a.push_back(static_cast<float>(i) * 1.37f - 20.5f);
    b.push_back(i * -3.21 + 40.125);
  }
  a[3] = std::numeric_limits<float>::quiet_NaN();
  a[4] = -std::numeric_limits<float>::infinity();
  const auto pa = m.put(a), pb = m.put(b), out = m.put(std::vector<double>(256));
  m.run_well("k", {}, {32}, pa, pb, out);
  const auto got = m.get<double>(out, 256);
  for (std::size_t i = 0; i < 32; ++i) {
    const float x = a[i];
    const double y = b[i];
    EXPECT_EQ(got[8 * i + 7], std::isnan(x) * 4 + std::isinf(x) * 2 + std::signbit(x) + std::isnan(x) * 8)
        << i;
    if (i == 3 || i == 4) continue;
    EXPECT_EQ(got[8 * i], static_cast<double>(x * 2) + y) << i;
    EXPECT_EQ(got[8 * i + 1], static_cast<double>(static_cast<int>(x) + static_cast<long long>(y) +
                                                  static_cast<unsigned char>(static_cast<float>(i) * 1.5f)))
        << i;
    EXPECT_EQ(got[8 * i + 2], static_cast<double>(x) < y ? static_cast<double>(-x) : y / 3) << i;
    EXPECT_EQ(got[8 * i + 3], static_cast<double>(std::sqrt(std::fabs(x))) + std::floor(y) +
                                  static_cast<double>(std::ceil(x)) + std::trunc(y) + std::rint(y))
        << i;
    EXPECT_EQ(got[8 * i + 4], static_cast<double>(std::fmin(x, 3.0f)) + std::fmax(y, 1.0) +
                                  static_cast<double>(std::copysign(2.0f, x)) +
                                  static_cast<double>(std::fmod(x, 0.7f)))
        << i;
    EXPECT_EQ(got[8 * i + 5], std::fma(y, y, 1.0) + static_cast<double>(std::fma(x, x, x))) << i;
    EXPECT_EQ(got[8 * i + 6],
              static_cast<double>(static_cast<float>(y) + static_cast<float>(i)) + static_cast<double>(i))
        << i;
  }
}

TEST(CudaTypes, Contraction) {
  Machine m(lower_cuda(R"(
__global__ void k(const float *a, float *out) {
  int i = threadIdx.x;
  out[i] = a[i] * a[i + 1] + a[i + 2];
})"));
  const auto a = made<float>(34,
                             [](std::size_t i) { return 1.0f + static_cast<float>(i) * 1.1920929e-7f * 3; });
  const auto pa = m.put(a), out = m.put(std::vector<float>(32));
  m.run_well("k", {}, {32}, pa, out);
  EXPECT_EQ(m.get<float>(out, 32),
            made<float>(32, [&](std::size_t i) { return std::fma(a[i], a[i + 1], a[i + 2]); }));
}

TEST(CudaTypes, VectorTypes) {
  Machine m(lower_cuda(R"(
__global__ void k(const float4 *in, float4 *out, const uchar4 *bytes, int2 *pairs, double2 *wide) {
  int i = threadIdx.x;
  float4 v = in[i];
  out[i] = make_float4(v.w, v.z + 1, v.y * 2, v.x);
  uchar4 b = bytes[i];
  pairs[i] = make_int2(b.x + b.y, b.z * b.w);
  double2 d = {v.x, v.y};
  d.x += pairs[i].x;
  wide[i] = d;
})"));
  const auto in = made<float>(128, [](std::size_t i) { return i; });
  const auto bytes = made<std::uint8_t>(128, [](std::size_t i) { return i * 7; });
  const auto pi = m.put(in), po = m.put(std::vector<float>(128)), pb = m.put(bytes),
             pp = m.put(std::vector<int>(64)), pw = m.put(std::vector<double>(64));
  m.run_well("k", {}, {32}, pi, po, pb, pp, pw);
  const auto out = m.get<float>(po, 128);
  const auto pairs = m.get<int>(pp, 64);
  const auto wide = m.get<double>(pw, 64);
  for (std::size_t i = 0; i < 32; ++i) {
    EXPECT_EQ(out[4 * i], in[4 * i + 3]);
    EXPECT_EQ(out[4 * i + 1], in[4 * i + 2] + 1);
    EXPECT_EQ(out[4 * i + 2], in[4 * i + 1] * 2);
    EXPECT_EQ(out[4 * i + 3], in[4 * i]);
    EXPECT_EQ(pairs[2 * i], bytes[4 * i] + bytes[4 * i + 1]);
    EXPECT_EQ(pairs[2 * i + 1], bytes[4 * i + 2] * bytes[4 * i + 3]);
    EXPECT_EQ(wide[2 * i], in[4 * i] + static_cast<float>(pairs[2 * i]));
    EXPECT_EQ(wide[2 * i + 1], in[4 * i + 1]);
  }
  // `in[i]`, `out[i] =` and `bytes[i]` are one access each.
  std::vector<std::uint32_t> widths;
  for (const program::Site& site : m.program().sites)
    if (site.variable == "in" || site.variable == "out" || site.variable == "bytes")
      if (site.space == Space::Global) widths.push_back(site.width);
  EXPECT_EQ(widths, (std::vector<std::uint32_t>{16, 16, 4}));
}

TEST(CudaTypes, StructsOf28BytesAreSevenWords) {
  Machine m(lower_cuda(R"(
struct Particle { float x, y, z, vx, vy, vz; int id; };
__global__ void k(const Particle *in, Particle *out) {
  Particle p = in[threadIdx.x];
  p.x += p.vx;
  out[threadIdx.x] = p;
})"));
  const auto in = made<float>(7 * 32, [](std::size_t i) { return i; });
  const auto pi = m.put(in), po = m.put(std::vector<float>(7 * 32));
  m.run_well("k", {}, {32}, pi, po);
  auto expected = in;
  for (std::size_t i = 0; i < 32; ++i) expected[7 * i] += in[7 * i + 3];
  EXPECT_EQ(m.get<float>(po, 7 * 32), expected);
  std::size_t loads = 0, stores = 0;
  for (const program::Site& site : m.program().sites)
    if (site.space == Space::Global) {
      EXPECT_EQ(site.width, 4u);
      ++(site.kind == AccessKind::Load ? loads : stores);
    }
  EXPECT_EQ(loads, 7u);
  EXPECT_EQ(stores, 7u);
}

TEST(CudaTypes, BitIntrinsics) {
  Machine m(lower_cuda(R"(
__global__ void k(const unsigned *a, unsigned *out) {
  int i = threadIdx.x;
  unsigned x = a[i];
  out[8 * i] = __popc(x) + 100 * __clz(x);
  out[8 * i + 1] = __brev(x);
  out[8 * i + 2] = __ffs(x);
  out[8 * i + 3] = __byte_perm(x, 0x01020304, 0x6174);
  out[8 * i + 4] = __umulhi(x, 0x9abcdef0u);
  out[8 * i + 5] = min((int)x, 5) + max(x, 7u);
  out[8 * i + 6] = __float_as_uint(__int_as_float(x)) ^ abs((int)x);
  out[8 * i + 7] = __popcll((unsigned long long)x * x) + __clzll(x);
})"));
  const auto a = made<std::uint32_t>(
      32, [](std::size_t i) { return i == 0 ? 0u : static_cast<std::uint32_t>(i * 0x01f3'57b9u); });
  const auto pa = m.put(a), out = m.put(std::vector<std::uint32_t>(256));
  m.run_well("k", {}, {32}, pa, out);
  const auto got = m.get<std::uint32_t>(out, 256);
  for (std::size_t i = 0; i < 32; ++i) {
    const std::uint32_t x = a[i];
    const auto clz = x == 0 ? 32u : static_cast<std::uint32_t>(__builtin_clz(x));
    EXPECT_EQ(got[8 * i], static_cast<std::uint32_t>(__builtin_popcount(x)) + 100 * clz);
    std::uint32_t reversed = 0;
    for (unsigned b = 0; b < 32; ++b) reversed |= (x >> b & 1) << (31 - b);
    EXPECT_EQ(got[8 * i + 1], reversed);
    EXPECT_EQ(got[8 * i + 2], static_cast<std::uint32_t>(__builtin_ffs(static_cast<int>(x))));
    // Bytes 0-3 are x's, 4-7 those of 0x01020304; from the lowest nibble: 4, 7, 1, 6.
    EXPECT_EQ(got[8 * i + 3], 0x04u | 0x01u << 8 | (x >> 8 & 0xff) << 16 | 0x02u << 24);
    EXPECT_EQ(got[8 * i + 4], static_cast<std::uint32_t>(std::uint64_t{x} * 0x9abcdef0u >> 32));
    EXPECT_EQ(got[8 * i + 5], static_cast<std::uint32_t>(std::min(static_cast<int>(x), 5)) + std::max(x, 7u));
    EXPECT_EQ(got[8 * i + 6], x ^ static_cast<std::uint32_t>(std::abs(static_cast<int>(x))));
    EXPECT_EQ(got[8 * i + 7],
              static_cast<std::uint32_t>(__builtin_popcountll(std::uint64_t{x} * x)) + 32 + clz);
  }
}

TEST(CudaTypes, Half) {
  const Lowered lowered = lower_cuda(R"(
#include <cuda_fp16.h>
__global__ void k(const float *a, float *out) {
  int i = threadIdx.x;
  __half h = __float2half(a[i]);
  __half g = __hadd(h, __float2half(1.0f));
  out[i] = __half2float(__hmul(g, g));
})");
  Machine m(lowered);
  const auto a = made<float>(32, [](std::size_t i) { return static_cast<float>(i) * 0.25f; });
  const auto pa = m.put(a), out = m.put(std::vector<float>(32));
  m.run_well("k", {}, {32}, pa, out);
  // All of these products have at most 11 significant bits.
  EXPECT_EQ(m.get<float>(out, 32), made<float>(32, [&](std::size_t i) {
              const float square = (a[i] + 1) * (a[i] + 1);
              return static_cast<float>(std::nearbyint(static_cast<double>(square) * 64) / 64);
            }));
}

TEST(CudaTypes, UnionsBitFieldsAndBools) {
  Machine m(lower_cuda(R"(
union Bits { float f; unsigned u; unsigned char b[4]; };
struct Packed { unsigned a : 3, b : 7, c : 22; };
__global__ void k(const float *in, unsigned *out, bool *flags, Packed *p) {
  int i = threadIdx.x;
  Bits bits;
  bits.f = in[i];
  bits.b[3] ^= 0x80;
  out[i] = bits.u;
  flags[i] = in[i] > 3;
  Packed q = p[i];
  q.b = q.b + i;
  q.c -= 1;
  p[i] = q;
  if (flags[i]) out[i] += q.a;
})"));
  const auto in = made<float>(32, [](std::size_t i) { return i; });
  const auto packed = made<std::uint32_t>(32, [](std::size_t i) { return i * 0x1234'5671u; });
  const auto pi = m.put(in), po = m.put(std::vector<std::uint32_t>(32)),
             pf = m.put(std::vector<std::uint8_t>(32)), pp = m.put(packed);
  m.run_well("k", {}, {32}, pi, po, pf, pp);
  const auto out = m.get<std::uint32_t>(po, 32), fields = m.get<std::uint32_t>(pp, 32);
  const auto flags = m.get<std::uint8_t>(pf, 32);
  for (std::uint32_t i = 0; i < 32; ++i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &in[i], 4);
    const std::uint32_t p = packed[i];
    const std::uint32_t q = (p & 7) | ((((p >> 3) & 127) + i) & 127) << 3 |
                            (((p >> 10) - 1) & 0x3f'ffff) << 10;
    EXPECT_EQ(fields[i], q);
    EXPECT_EQ(flags[i], i > 3);
    EXPECT_EQ(out[i], (bits ^ 0x8000'0000u) + (i > 3 ? q & 7 : 0));
  }
}

TEST(CudaTypes, DivisionByZeroIsAFault) {
  Machine m(lower_cuda("__global__ void k(int *p, int n) { p[threadIdx.x] = 5 / n; }"));
  const auto p = m.put(std::vector<int>(1));
  const exec::RunResult result = m.launch("k", {}, {1}, p, 0);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, trace::FaultKind::DivideByZero);
}

} // namespace
} // namespace warpscope::testing
