// The primitives of the prelude that mean something on the host too: a __host__ __device__ function of a
// program, and the headers' own (half, min, __popc), may call them there. By the rows of
// sim/program/primitives.def; the others are the device's alone.
#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace {

using U32 = unsigned int;
using U64 = unsigned long long;

/// Rounds by program::Rounding: nearest, zero, down, up.
template <class T> T rounded(T x, int rounding) {
  switch (rounding) {
  case 1: return std::trunc(x);
  case 2: return std::floor(x);
  case 3: return std::ceil(x);
  default: return std::nearbyint(x);
  }
}
/// To an integer as the device converts: what is too large becomes the nearest one, NaN 0.
template <class To, class From> To converted(From x, int rounding) {
  if (std::isnan(x)) return 0;
  const From whole = rounded(x, rounding);
  constexpr auto low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
  if (whole <= static_cast<From>(low)) return low;
  if (whole >= static_cast<From>(high)) return high;
  return static_cast<To>(whole);
}

/// A float's value in units of the last place of a half there, to be rounded to an integer.
unsigned short half_of(float x, int rounding) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t sign = bits >> 16 & 0x8000u;
  const float magnitude = std::fabs(x);
  if (std::isnan(x)) return static_cast<unsigned short>(sign | 0x7fffu);
  if (std::isinf(x)) return static_cast<unsigned short>(sign | 0x7c00u);
  int exponent = 0;
  std::frexp(magnitude, &exponent); // magnitude = m * 2^exponent, m from .5 to 1
  exponent = std::max(exponent, -13);
  const double units = std::ldexp(static_cast<double>(magnitude), 11 - exponent);
  // Away from or towards zero, as the sign turns down and up.
  const int way = rounding == 2 ? (sign != 0 ? 3 : 1) : rounding == 3 ? (sign != 0 ? 1 : 3) : rounding;
  const double whole = rounded(units, way);
  const double value = std::ldexp(whole, exponent - 11);
  if (value > 65504) return static_cast<unsigned short>(sign | (way == 1 ? 0x7bffu : 0x7c00u));
  if (value == 0) return static_cast<unsigned short>(sign);
  std::frexp(value, &exponent);
  if (exponent < -13)
    return static_cast<unsigned short>(sign | static_cast<std::uint32_t>(std::ldexp(value, 24)));
  const auto mantissa = static_cast<std::uint32_t>(std::ldexp(value, 11 - exponent)) - 1024u;
  return static_cast<unsigned short>(sign | static_cast<std::uint32_t>(exponent + 14) << 10 | mantissa);
}

template <class T> T reversed(T x) {
  T result = 0;
  for (int i = 0; i < std::numeric_limits<T>::digits; ++i) result = result << 1 | (x >> i & 1u);
  return result;
}

} // namespace

extern "C" {

float __ws_fma_f32(float a, float b, float c) { return std::fma(a, b, c); }
double __ws_fma_f64(double a, double b, double c) { return std::fma(a, b, c); }
int __ws_f32_to_s32(float x, int rounding) { return converted<int>(x, rounding); }
U32 __ws_f32_to_u32(float x, int rounding) { return converted<U32>(x, rounding); }
long long __ws_f32_to_s64(float x, int rounding) { return converted<long long>(x, rounding); }
U64 __ws_f32_to_u64(float x, int rounding) { return converted<U64>(x, rounding); }
int __ws_f64_to_s32(double x, int rounding) { return converted<int>(x, rounding); }
U32 __ws_f64_to_u32(double x, int rounding) { return converted<U32>(x, rounding); }
long long __ws_f64_to_s64(double x, int rounding) { return converted<long long>(x, rounding); }
U64 __ws_f64_to_u64(double x, int rounding) { return converted<U64>(x, rounding); }

unsigned short __ws_f32_to_f16(float x, int rounding) { return half_of(x, rounding); }
float __ws_f16_to_f32(unsigned short bits) {
  const std::uint32_t sign = std::uint32_t{bits} << 16 & 0x80000000u, magnitude = bits & 0x7fffu;
  if (magnitude >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
  const float value = std::ldexp(
      static_cast<float>(magnitude >= 0x400u ? (magnitude & 0x3ffu) + 1024 : magnitude),
      (magnitude >= 0x400u ? static_cast<int>(magnitude >> 10) : 1) - 25);
  return sign != 0 ? -value : value;
}
unsigned short __ws_f32_to_bf16(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  if (std::isnan(x)) return 0x7fff;
  return static_cast<unsigned short>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
float __ws_bf16_to_f32(unsigned short bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

U32 __ws_mulhi_u32(U32 a, U32 b) { return static_cast<U32>(U64{a} * b >> 32); }
int __ws_mulhi_s32(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
U64 __ws_mulhi_u64(U64 a, U64 b) {
  const U64 al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
  const U64 middle = ah * bl + (al * bl >> 32), other = al * bh + (middle & 0xffffffffu);
  return ah * bh + (middle >> 32) + (other >> 32);
}
long long __ws_mulhi_s64(long long a, long long b) {
  const auto ua = static_cast<U64>(a), ub = static_cast<U64>(b);
  return static_cast<long long>(__ws_mulhi_u64(ua, ub) - (a < 0 ? ub : 0) - (b < 0 ? ua : 0));
}

int __ws_min_s32(int a, int b) { return std::min(a, b); }
U32 __ws_min_u32(U32 a, U32 b) { return std::min(a, b); }
long long __ws_min_s64(long long a, long long b) { return std::min(a, b); }
U64 __ws_min_u64(U64 a, U64 b) { return std::min(a, b); }
int __ws_max_s32(int a, int b) { return std::max(a, b); }
U32 __ws_max_u32(U32 a, U32 b) { return std::max(a, b); }
long long __ws_max_s64(long long a, long long b) { return std::max(a, b); }
U64 __ws_max_u64(U64 a, U64 b) { return std::max(a, b); }

U32 __ws_clz32(U32 x) { return static_cast<U32>(std::countl_zero(x)); }
U32 __ws_ctz32(U32 x) { return static_cast<U32>(std::countr_zero(x)); }
U32 __ws_popc32(U32 x) { return static_cast<U32>(std::popcount(x)); }
U32 __ws_brev32(U32 x) { return reversed(x); }
U64 __ws_clz64(U64 x) { return static_cast<U64>(std::countl_zero(x)); }
U64 __ws_ctz64(U64 x) { return static_cast<U64>(std::countr_zero(x)); }
U64 __ws_popc64(U64 x) { return static_cast<U64>(std::popcount(x)); }
U64 __ws_brev64(U64 x) { return reversed(x); }
U32 __ws_prmt(U32 a, U32 b, U32 selector) {
  const U64 both = U64{b} << 32 | a;
  U32 result = 0;
  for (int i = 0; i < 4; ++i) {
    const U32 pick = selector >> 4 * i & 15u, byte = static_cast<U32>(both >> 8 * (pick & 7u)) & 255u;
    result |= (pick < 8 ? byte : (byte & 128u) != 0 ? 255u : 0u) << 8 * i;
  }
  return result;
}
U32 __ws_funnel_l(U32 high, U32 low, U32 shift) {
  return static_cast<U32>((U64{high} << 32 | low) << (shift & 31u) >> 32);
}
U32 __ws_funnel_r(U32 high, U32 low, U32 shift) {
  return static_cast<U32>((U64{high} << 32 | low) >> (shift & 31u));
}

} // extern "C"
