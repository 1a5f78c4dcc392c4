// Floating point: IEEE, round to nearest even, denormals kept; a product and a sum are fused only by
// FmaF32/64. A NaN result in single precision has the hardware's one pattern, 0x7fffffff. In double precision
// a NaN operand is propagated; which one was measured (tests/hardware/h200_double_nans.tsv), since the host's
// choice differs from compiler to compiler.
//
// Not modelled: compilers that exchange the operands of a sum or product of two NaNs.
#pragma once

#include "sim/exec/half.h"
#include "sim/exec/half_math.h"
#include "sim/exec/math.h"
#include "sim/exec/ops_int.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace warpscope::exec::ops {

WARPSCOPE_INLINE float canonical(float value) {
  return value == value ? value : std::bit_cast<float>(0x7fff'ffffu);
}

/// Returns an operation's result; where that is NaN, the first operand that is NaN, or else the hardware's
/// own NaN.
WARPSCOPE_INLINE float passing(float value, float, float) { return canonical(value); }
WARPSCOPE_INLINE float passing(float value, float, float, float) { return canonical(value); }
WARPSCOPE_INLINE double quiet(double nan) {
  return std::bit_cast<double>(std::bit_cast<u64>(nan) | u64{1} << 51);
}
WARPSCOPE_INLINE double passing(double value, double first, double second, double third) {
  const double last = third != third ? quiet(third) : std::bit_cast<double>(u64{0xfff8'0000'0000'0000});
  const double other = second != second ? quiet(second) : last;
  const double nan = first != first ? quiet(first) : other;
  return value == value ? value : nan;
}
WARPSCOPE_INLINE double passing(double value, double first, double second) {
  return passing(value, first, second, second);
}
WARPSCOPE_INLINE float canonical_of(float value, float) { return canonical(value); }
WARPSCOPE_INLINE double canonical_of(double value, double operand) {
  return passing(value, operand, operand);
}

WARPSCOPE_INLINE float negated(float a) { return -a; }
/// A sum with -0: a NaN keeps its sign.
WARPSCOPE_INLINE double negated(double a) { return canonical_of(-a, a); }
WARPSCOPE_INLINE float absolute(float a) { return std::fabs(a); }
WARPSCOPE_INLINE double absolute(double a) { return canonical_of(std::fabs(a), a); }

#define WARPSCOPE_FLOAT_OPS(suffix, T)                                                                       \
  WARPSCOPE_BINARY(Add##suffix, T, passing(a + b, b, a))                                                     \
  WARPSCOPE_BINARY(Sub##suffix, T, passing(a - b, b, a))                                                     \
  WARPSCOPE_BINARY(Mul##suffix, T, passing(a* b, b, a))                                                      \
  WARPSCOPE_BINARY(Div##suffix, T, passing(a / b, a, b))                                                     \
  WARPSCOPE_OP(Fma##suffix) {                                                                                \
    return map3<T>(w, in, [](T a, T b, T c) { return passing(std::fma(a, b, c), b, c, a); });                \
  }                                                                                                          \
  WARPSCOPE_UNARY(Neg##suffix, T, T, negated(a))
WARPSCOPE_FLOAT_OPS(F32, float)
WARPSCOPE_FLOAT_OPS(F64, double)
#undef WARPSCOPE_FLOAT_OPS

/// CUDA's fmin and fmax: of a NaN and a number they return the number, and -0 is less than +0.
template <class T> WARPSCOPE_INLINE T lesser(T a, T b) {
  const T both_equal = std::signbit(a) ? a : b;
  const T smaller = a < b ? a : b;
  const T ordered = a == b ? both_equal : smaller;
  return passing(a != a ? b : (b != b ? a : ordered), b, a);
}
template <class T> WARPSCOPE_INLINE T greater(T a, T b) {
  const T both_equal = std::signbit(a) ? b : a;
  const T larger = a > b ? a : b;
  const T ordered = a == b ? both_equal : larger;
  return passing(a != a ? b : (b != b ? a : ordered), b, a);
}

/// The functions that kernels call in inner loops are vector loops here; the others go lane by lane
/// (math.cpp).
template <class T> WARPSCOPE_INLINE Flow math(Warp& w, const program::Instruction& in) {
  switch (static_cast<program::MathFunction>(in.imm)) {
  case program::MathFunction::Sqrt:
    return map1<T, T>(w, in, [](T a) { return canonical_of(std::sqrt(a), a); });
  case program::MathFunction::Abs: return map1<T, T>(w, in, [](T a) { return absolute(a); });
  case program::MathFunction::Rcp: return map1<T, T>(w, in, [](T a) { return canonical_of(T{1} / a, a); });
  case program::MathFunction::Rsqrt:
    return map1<T, T>(w, in, [](T a) { return canonical_of(T{1} / std::sqrt(a), a); });
  case program::MathFunction::Floor:
    return map1<T, T>(w, in, [](T a) { return canonical_of(std::floor(a), a); });
  case program::MathFunction::Ceil:
    return map1<T, T>(w, in, [](T a) { return canonical_of(std::ceil(a), a); });
  case program::MathFunction::Trunc:
    return map1<T, T>(w, in, [](T a) { return canonical_of(std::trunc(a), a); });
  case program::MathFunction::Rint:
    return map1<T, T>(w, in, [](T a) { return canonical_of(std::rint(a), a); });
  case program::MathFunction::Min: return map2<T, T, T>(w, in, [](T a, T b) { return lesser(a, b); });
  case program::MathFunction::Max: return map2<T, T, T>(w, in, [](T a, T b) { return greater(a, b); });
  case program::MathFunction::Copysign:
    return map2<T, T, T>(w, in, [](T a, T b) { return std::copysign(a, b); });
  default: break;
  }
  const auto function = static_cast<program::MathFunction>(in.imm);
  const u32 second = in.b == program::no_operand ? in.a : in.b;
  if (uniform<T>(w, in.a) && uniform<T>(w, second)) {
    const T x = uniform_value<T>(w, in.a), y = uniform_value<T>(w, second);
    return set_uniform<T>(w, in.dst, passing(evaluate(function, x, y), x, y));
  }
  const u32* a = w.source(in.a, words_of<T>);
  const u32* b = w.source(second, words_of<T>);
  u32* to = w.destination(in.dst, words_of<T>, w.mask);
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const auto i = first_lane(rest);
    const T x = get<T>(a, i), y = get<T>(b, i);
    put<T>(to, i, passing(evaluate(function, x, y), x, y));
  }
  return Flow::Next;
}
WARPSCOPE_OP(MathF32) { return math<float>(w, in); }
WARPSCOPE_OP(MathF64) { return math<double>(w, in); }

template <class T> WARPSCOPE_INLINE Flow compare_floats(Warp& w, const program::Instruction& in) {
  switch (static_cast<program::Compare>(in.imm)) {
  case program::Compare::False: w.set_predicate(in.dst, 0); return Flow::Next;
  case program::Compare::Oeq: return test2<T>(w, in, [](T a, T b) { return a == b; });
  case program::Compare::Ogt: return test2<T>(w, in, [](T a, T b) { return a > b; });
  case program::Compare::Oge: return test2<T>(w, in, [](T a, T b) { return a >= b; });
  case program::Compare::Olt: return test2<T>(w, in, [](T a, T b) { return a < b; });
  case program::Compare::Ole: return test2<T>(w, in, [](T a, T b) { return a <= b; });
  case program::Compare::One: return test2<T>(w, in, [](T a, T b) { return (a < b) | (a > b); });
  case program::Compare::Ord: return test2<T>(w, in, [](T a, T b) { return (a == a) & (b == b); });
  case program::Compare::Uno: return test2<T>(w, in, [](T a, T b) { return (a != a) | (b != b); });
  case program::Compare::Ueq: return test2<T>(w, in, [](T a, T b) { return !((a < b) | (a > b)); });
  case program::Compare::FUgt: return test2<T>(w, in, [](T a, T b) { return !(a <= b); });
  case program::Compare::FUge: return test2<T>(w, in, [](T a, T b) { return !(a < b); });
  case program::Compare::FUlt: return test2<T>(w, in, [](T a, T b) { return !(a >= b); });
  case program::Compare::FUle: return test2<T>(w, in, [](T a, T b) { return !(a > b); });
  case program::Compare::Une: return test2<T>(w, in, [](T a, T b) { return a != b; });
  default: w.set_predicate(in.dst, all_lanes); return Flow::Next; // Compare::True
  }
}
WARPSCOPE_OP(FcmpF32) { return compare_floats<float>(w, in); }
WARPSCOPE_OP(FcmpF64) { return compare_floats<double>(w, in); }

// -- conversions ----------------------------------------------------------------------------------
WARPSCOPE_UNARY(S32ToF32, float, s32, static_cast<float>(a))
WARPSCOPE_UNARY(U32ToF32, float, u32, static_cast<float>(a))
WARPSCOPE_UNARY(S64ToF32, float, s64, static_cast<float>(a))
WARPSCOPE_UNARY(U64ToF32, float, u64, static_cast<float>(a))
WARPSCOPE_UNARY(S32ToF64, double, s32, static_cast<double>(a))
WARPSCOPE_UNARY(U32ToF64, double, u32, static_cast<double>(a))
WARPSCOPE_UNARY(S64ToF64, double, s64, static_cast<double>(a))
WARPSCOPE_UNARY(U64ToF64, double, u64, static_cast<double>(a))
WARPSCOPE_UNARY(F32ToF64, double, float, static_cast<double>(a))
WARPSCOPE_UNARY(F64ToF32, float, double, static_cast<float>(a)) // a NaN keeps the bits of its payload that
                                                                // fit

template <class T> WARPSCOPE_INLINE T rounded(T value, program::Rounding rounding) {
  switch (rounding) {
  case program::Rounding::Nearest: return std::rint(value);
  case program::Rounding::Down: return std::floor(value);
  case program::Rounding::Up: return std::ceil(value);
  default: return std::trunc(value);
  }
}
/// PTX cvt: rounds, then saturates.
template <class I, class T> WARPSCOPE_INLINE I to_integer(T value, program::Rounding rounding) {
  if (value != value) return sizeof(T) == 8 && sizeof(I) == 8 ? static_cast<I>(u64{1} << 63) : 0;
  const T whole = rounded(value, rounding);
  constexpr int digits = std::numeric_limits<I>::digits;
  // The largest I plus one, which T holds exactly.
  const T above = static_cast<T>(std::uint64_t{1} << (digits - 1)) * 2;
  if (whole >= above) return std::numeric_limits<I>::max();
  const T least = std::is_signed_v<I> ? -above : T{0};
  if (whole <= least) return std::numeric_limits<I>::min();
  return static_cast<I>(whole);
}
template <class I, class T> WARPSCOPE_INLINE Flow convert(Warp& w, const program::Instruction& in) {
  const auto rounding = static_cast<program::Rounding>(in.imm);
  return map1<I, T>(w, in, [=](T a) { return to_integer<I>(a, rounding); });
}
WARPSCOPE_OP(F32ToS32) { return convert<s32, float>(w, in); }
WARPSCOPE_OP(F32ToU32) { return convert<u32, float>(w, in); }
WARPSCOPE_OP(F32ToS64) { return convert<s64, float>(w, in); }
WARPSCOPE_OP(F32ToU64) { return convert<u64, float>(w, in); }
WARPSCOPE_OP(F64ToS32) { return convert<s32, double>(w, in); }
WARPSCOPE_OP(F64ToU32) { return convert<u32, double>(w, in); }
WARPSCOPE_OP(F64ToS64) { return convert<s64, double>(w, in); }
WARPSCOPE_OP(F64ToU64) { return convert<u64, double>(w, in); }

WARPSCOPE_UNARY(F16ToF32, float, u32, half_to_float(a))
WARPSCOPE_UNARY(BF16ToF32, u32, u32, a << 16)
WARPSCOPE_UNARY(F32ToBF16, u32, float, float_to_bfloat(a))
WARPSCOPE_OP(F32ToF16) {
  const auto rounding = static_cast<program::Rounding>(in.imm);
  return map1<u32, float>(w, in, [=](float a) { return float_to_half(a, rounding); });
}
WARPSCOPE_OP(HalfMath) {
  const u32 operation = in.imm;
  return map3<u32>(w, in, [=](u32 a, u32 b, u32 c) { return half_math(operation, a, b, c); });
}

} // namespace warpscope::exec::ops
