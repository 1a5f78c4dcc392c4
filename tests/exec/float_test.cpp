// Floating-point opcodes against the host's arithmetic, NaNs and conversions included.
#include "sim/exec/half.h"
#include "tests/exec/operation.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace warpscope::testing {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <class T> using Bits = std::conditional_t<sizeof(T) == 4, u32, u64>;
template <class T> T from(u64 bits) { return std::bit_cast<T>(static_cast<Bits<T>>(bits)); }
/// A NaN is compared as a NaN: double precision does not promise which. Single has one pattern.
template <class T> u64 to(T value) {
  if constexpr (sizeof(T) == 4) {
    return value != value ? 0x7fffffffu : std::bit_cast<u32>(value);
  } else {
    return value != value ? 0x7ff8000000000000u : std::bit_cast<u64>(value);
  }
}

template <class T> std::vector<u64> values() {
  using L = std::numeric_limits<T>;
  std::vector<T> all = {T{0},
                        -T{0},
                        T{1},
                        -T{1},
                        T{2},
                        T(0.5),
                        T(-0.5),
                        T(1.5),
                        T(2.5),
                        T(-2.5),
                        T(0.1),
                        T(3.14159),
                        T(1e10),
                        T(-1e10),
                        T(2147483647.0),
                        T(2147483648.0),
                        T(4294967296.0),
                        T(9.2233720368547758e18),
                        T(1.8446744073709552e19),
                        T(65504),
                        T(65520),
                        T(6e-8),
                        L::min(),
                        L::denorm_min(),
                        -L::denorm_min(),
                        L::max(),
                        L::lowest(),
                        L::infinity(),
                        -L::infinity(),
                        L::quiet_NaN(),
                        L::epsilon(),
                        T(1) + L::epsilon()};
  std::mt19937_64 random(3);
  for (int i = 0; i < 12; ++i) all.push_back(from<T>(random()));
  std::vector<u64> bits;
  for (const T value : all) bits.push_back(std::bit_cast<Bits<T>>(value));
  return bits;
}

template <class T, class F> void check_float(program::Opcode op, F f, u32 imm = 0) {
  for (const exec::HostCode code : {exec::HostCode::Best, exec::HostCode::Avx2, exec::HostCode::Plain}) {
    const auto operands = pairs(values<T>());
    const auto results = apply(op, imm, operands, code);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const auto want = f(from<T>(operands[i].a), from<T>(operands[i].b), from<T>(operands[i].c));
      using R = decltype(want);
      u64 got = results[i];
      if constexpr (std::is_floating_point_v<R>) {
        got = sizeof(R) == 8 ? to(from<R>(got)) : got; // single-precision NaNs are compared to the bit
        ASSERT_EQ(got, to(want)) << program::info_of(op).name << " imm " << imm << " a "
                                 << from<T>(operands[i].a) << " b " << from<T>(operands[i].b) << " c "
                                 << from<T>(operands[i].c) << " code " << static_cast<int>(code);
      } else {
        ASSERT_EQ(got, static_cast<u64>(want)) << program::info_of(op).name << " imm " << imm << " a "
                                               << from<T>(operands[i].a) << " b " << from<T>(operands[i].b);
      }
    }
  }
}

template <class T>
void check_arithmetic(program::Opcode add, program::Opcode sub, program::Opcode mul, program::Opcode div,
                      program::Opcode fma) {
  check_float<T>(add, [](T a, T b, T) { return a + b; });
  check_float<T>(sub, [](T a, T b, T) { return a - b; });
  check_float<T>(mul, [](T a, T b, T) { return a * b; });
  check_float<T>(div, [](T a, T b, T) { return a / b; });
  check_float<T>(fma, [](T a, T b, T c) { return std::fma(a, b, c); });
}

TEST(Float, Arithmetic) {
  check_arithmetic<float>(program::Opcode::AddF32, program::Opcode::SubF32, program::Opcode::MulF32,
                          program::Opcode::DivF32, program::Opcode::FmaF32);
  check_arithmetic<double>(program::Opcode::AddF64, program::Opcode::SubF64, program::Opcode::MulF64,
                           program::Opcode::DivF64, program::Opcode::FmaF64);
}

TEST(Float, NegationIsTheSignBitOfNumbers) {
  check(program::Opcode::NegF32, 0, pairs(values<float>()),
        [](const Operands& o) { return o.a ^ 0x80000000u; });
  // A NaN keeps its sign: tests/hardware/h200_double_nans.tsv.
  check(program::Opcode::NegF64, 0, pairs(values<double>()), [](const Operands& o) {
    return std::isnan(from<double>(o.a)) ? o.a | (u64{1} << 51) : o.a ^ (u64{1} << 63);
  });
}

template <class T> bool compare(program::Compare how, T a, T b) {
  const bool unordered = std::isnan(a) || std::isnan(b);
  switch (how) {
  case program::Compare::False: return false;
  case program::Compare::Oeq: return !unordered && a == b;
  case program::Compare::Ogt: return !unordered && a > b;
  case program::Compare::Oge: return !unordered && a >= b;
  case program::Compare::Olt: return !unordered && a < b;
  case program::Compare::Ole: return !unordered && a <= b;
  case program::Compare::One: return !unordered && a != b;
  case program::Compare::Ord: return !unordered;
  case program::Compare::Uno: return unordered;
  case program::Compare::Ueq: return unordered || a == b;
  case program::Compare::FUgt: return unordered || a > b;
  case program::Compare::FUge: return unordered || a >= b;
  case program::Compare::FUlt: return unordered || a < b;
  case program::Compare::FUle: return unordered || a <= b;
  case program::Compare::Une: return unordered || a != b;
  default: return true;
  }
}

TEST(Float, Comparisons) {
  for (u32 imm = static_cast<u32>(program::Compare::False); imm <= static_cast<u32>(program::Compare::True);
       ++imm) {
    check_float<float>(
        program::Opcode::FcmpF32,
        [=](float a, float b, float) { return compare(static_cast<program::Compare>(imm), a, b); }, imm);
    check_float<double>(
        program::Opcode::FcmpF64,
        [=](double a, double b, double) { return compare(static_cast<program::Compare>(imm), a, b); }, imm);
  }
}

template <class T> T smaller(T a, T b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

template <class T> void check_math(program::Opcode op) {
  const auto one = [&](program::MathFunction f, auto reference) {
    check_float<T>(op, reference, static_cast<u32>(f));
  };
  one(program::MathFunction::Sqrt, [](T a, T, T) { return std::sqrt(a); });
  one(program::MathFunction::Rsqrt, [](T a, T, T) { return T{1} / std::sqrt(a); });
  one(program::MathFunction::Rcp, [](T a, T, T) { return T{1} / a; });
  one(program::MathFunction::Floor, [](T a, T, T) { return std::floor(a); });
  one(program::MathFunction::Ceil, [](T a, T, T) { return std::ceil(a); });
  one(program::MathFunction::Trunc, [](T a, T, T) { return std::trunc(a); });
  one(program::MathFunction::Rint, [](T a, T, T) { return std::nearbyint(a); });
  one(program::MathFunction::Round, [](T a, T, T) { return std::round(a); });
  one(program::MathFunction::Exp, [](T a, T, T) { return std::exp(a); });
  one(program::MathFunction::Log2, [](T a, T, T) { return std::log2(a); });
  one(program::MathFunction::Sin, [](T a, T, T) { return std::sin(a); });
  one(program::MathFunction::Tanh, [](T a, T, T) { return std::tanh(a); });
  one(program::MathFunction::Erfc, [](T a, T, T) { return std::erfc(a); });
  one(program::MathFunction::Lgamma, [](T a, T, T) { return std::lgamma(a); });
  one(program::MathFunction::Min, [](T a, T b, T) { return smaller(a, b); });
  one(program::MathFunction::Max, [](T a, T b, T) { return -smaller(T(-a), T(-b)); });
  one(program::MathFunction::Pow, [](T a, T b, T) { return std::pow(a, b); });
  one(program::MathFunction::Fmod, [](T a, T b, T) { return std::fmod(a, b); });
  one(program::MathFunction::Atan2, [](T a, T b, T) { return std::atan2(a, b); });
  one(program::MathFunction::Fdim, [](T a, T b, T) { return std::fdim(a, b); });
}

TEST(Float, MathSingle) { check_math<float>(program::Opcode::MathF32); }
TEST(Float, MathDouble) { check_math<double>(program::Opcode::MathF64); }

TEST(Float, EveryMathFunctionRunsAndIsNearItsDefinition) {
  // Identities, each at 0.7 and 0.3, for the functions that the tests above do not compare with the host's.
  const auto value = [](program::MathFunction f, double a, double b) {
    return std::bit_cast<double>(apply(program::Opcode::MathF64, static_cast<u32>(f),
                                       {{std::bit_cast<u64>(a), std::bit_cast<u64>(b), 0}},
                                       exec::HostCode::Best)[0]);
  };
  const double a = 0.7, b = 0.3, pi = 3.14159265358979323846;
  const std::pair<program::MathFunction, double> expected[] = {
      {program::MathFunction::Cbrt, std::exp(std::log(a) / 3)},
      {program::MathFunction::Rcbrt, std::exp(-std::log(a) / 3)},
      {program::MathFunction::Exp2, std::exp(a * std::log(2.0))},
      {program::MathFunction::Exp10, std::exp(a * std::log(10.0))},
      {program::MathFunction::Expm1, std::exp(a) - 1},
      {program::MathFunction::Log, 2 * std::log(std::sqrt(a))},
      {program::MathFunction::Log10, std::log(a) / std::log(10.0)},
      {program::MathFunction::Log1p, std::log(1 + a)},
      {program::MathFunction::Cos, std::sqrt(1 - std::sin(a) * std::sin(a))},
      {program::MathFunction::Tan, std::sin(a) / std::cos(a)},
      {program::MathFunction::Sinpi, std::sin(pi * a)},
      {program::MathFunction::Cospi, std::cos(pi * a)},
      {program::MathFunction::Asin, std::atan(a / std::sqrt(1 - a * a))},
      {program::MathFunction::Acos, pi / 2 - std::asin(a)},
      {program::MathFunction::Atan, std::atan2(a, 1.0)},
      {program::MathFunction::Sinh, (std::exp(a) - std::exp(-a)) / 2},
      {program::MathFunction::Cosh, (std::exp(a) + std::exp(-a)) / 2},
      {program::MathFunction::Asinh, std::log(a + std::sqrt(a * a + 1))},
      {program::MathFunction::Atanh, std::log((1 + a) / (1 - a)) / 2},
      {program::MathFunction::Erf, 1 - std::erfc(a)},
      {program::MathFunction::Tgamma, std::exp(std::lgamma(a))},
      {program::MathFunction::Logb, -1},
      {program::MathFunction::Abs, a},
      {program::MathFunction::Copysign, a},
      {program::MathFunction::Remainder, a - 2 * b},
      {program::MathFunction::Hypot, std::sqrt(a * a + b * b)},
      {program::MathFunction::Nextafter, std::bit_cast<double>(std::bit_cast<u64>(a) - 1)}};
  for (const auto& [function, want] : expected)
    EXPECT_NEAR(value(function, a, b), want, 1e-14) << program::name_of(function);
  EXPECT_NEAR(value(program::MathFunction::Acosh, 1.7, 0), std::log(1.7 + std::sqrt(1.7 * 1.7 - 1)), 1e-14);
  EXPECT_EQ(value(program::MathFunction::Sinpi, 1e15, 0), 0.0);
  EXPECT_EQ(value(program::MathFunction::Cospi, 0.5, 0), 0.0);
  EXPECT_EQ(value(program::MathFunction::Cospi, 3, 0), -1.0);
}

template <class T> T round_to(T value, program::Rounding rounding) {
  switch (rounding) {
  case program::Rounding::Nearest: return std::nearbyint(value);
  case program::Rounding::Down: return std::floor(value);
  case program::Rounding::Up: return std::ceil(value);
  default: return std::trunc(value);
  }
}
template <class I, class T> u64 saturated(T value, program::Rounding rounding) {
  using U = std::make_unsigned_t<I>;
  if (std::isnan(value)) return sizeof(T) == 8 && sizeof(I) == 8 ? u64{1} << 63 : 0;
  const long double whole = round_to(value, rounding);
  if (whole > static_cast<long double>(std::numeric_limits<I>::max()))
    return static_cast<U>(std::numeric_limits<I>::max());
  if (whole < static_cast<long double>(std::numeric_limits<I>::min()))
    return static_cast<U>(std::numeric_limits<I>::min());
  return static_cast<U>(static_cast<I>(whole));
}

TEST(Float, ToIntegers) {
  for (u32 imm = 0; imm < static_cast<u32>(program::Rounding::Count); ++imm) {
    const auto r = static_cast<program::Rounding>(imm);
    check_float<float>(
        program::Opcode::F32ToS32, [=](float a, float, float) { return saturated<std::int32_t>(a, r); }, imm);
    check_float<float>(
        program::Opcode::F32ToU32, [=](float a, float, float) { return saturated<u32>(a, r); }, imm);
    check_float<float>(
        program::Opcode::F32ToS64, [=](float a, float, float) { return saturated<std::int64_t>(a, r); }, imm);
    check_float<float>(
        program::Opcode::F32ToU64, [=](float a, float, float) { return saturated<u64>(a, r); }, imm);
    check_float<double>(
        program::Opcode::F64ToS32, [=](double a, double, double) { return saturated<std::int32_t>(a, r); },
        imm);
    check_float<double>(
        program::Opcode::F64ToU32, [=](double a, double, double) { return saturated<u32>(a, r); }, imm);
    check_float<double>(
        program::Opcode::F64ToS64, [=](double a, double, double) { return saturated<std::int64_t>(a, r); },
        imm);
    check_float<double>(
        program::Opcode::F64ToU64, [=](double a, double, double) { return saturated<u64>(a, r); }, imm);
  }
}

TEST(Float, FromIntegersAndBetween) {
  std::vector<u64> integers = {0,
                               1,
                               0x7fffffff,
                               0x80000000,
                               0xffffffff,
                               16777217,
                               0x8000000000000000,
                               0xffffffffffffffff,
                               0x7fffffffffffffff,
                               0x8000008000000001,
                               0x20000000000001,
                               0xfffffffffffffbff};
  std::mt19937_64 random(11);
  for (int i = 0; i < 30; ++i) integers.push_back(random() >> (random() % 64));
  const auto all = pairs(integers);
  check(program::Opcode::S32ToF32, 0, all,
        [](const Operands& o) { return to(static_cast<float>(static_cast<std::int32_t>(o.a))); });
  check(program::Opcode::U32ToF32, 0, all,
        [](const Operands& o) { return to(static_cast<float>(static_cast<u32>(o.a))); });
  check(program::Opcode::S64ToF32, 0, all,
        [](const Operands& o) { return to(static_cast<float>(static_cast<std::int64_t>(o.a))); });
  check(program::Opcode::U64ToF32, 0, all, [](const Operands& o) { return to(static_cast<float>(o.a)); });
  check(program::Opcode::S32ToF64, 0, all,
        [](const Operands& o) { return to(static_cast<double>(static_cast<std::int32_t>(o.a))); });
  check(program::Opcode::U32ToF64, 0, all,
        [](const Operands& o) { return to(static_cast<double>(static_cast<u32>(o.a))); });
  check(program::Opcode::S64ToF64, 0, all,
        [](const Operands& o) { return to(static_cast<double>(static_cast<std::int64_t>(o.a))); });
  check(program::Opcode::U64ToF64, 0, all, [](const Operands& o) { return to(static_cast<double>(o.a)); });
  check_float<float>(program::Opcode::F32ToF64, [](float a, float, float) { return static_cast<double>(a); });
  check(program::Opcode::F64ToF32, 0, pairs(values<double>()),
        [](const Operands& o) { // a NaN's payload is cut, not replaced
          const u32 nan = static_cast<u32>(o.a >> 32 & 0x80000000u) | 0x7fc00000u |
                          static_cast<u32>(o.a >> 29 & 0x3fffffu);
          return u64{std::isnan(from<double>(o.a))
                         ? nan
                         : std::bit_cast<u32>(static_cast<float>(from<double>(o.a)))};
        });
}

TEST(Float, HalfThereAndBackForEveryPattern) {
  std::vector<Operands> halves;
  for (u32 bits = 0; bits < 0x10000; ++bits) halves.push_back({bits, 0, 0});
  const auto floats = apply(program::Opcode::F16ToF32, 0, halves, exec::HostCode::Best);
  std::vector<Operands> back;
  for (u32 bits = 0; bits < 0x10000; ++bits) {
    // The definition: (-1)^s * 2^(e-15) * 1.f, with the usual exceptions.
    const u32 exponent = (bits >> 10) & 31, fraction = bits & 1023;
    const double sign = (bits >> 15) != 0 ? -1.0 : 1.0;
    const float got = std::bit_cast<float>(static_cast<u32>(floats[bits]));
    if (exponent == 31 && fraction != 0) {
      ASSERT_TRUE(std::isnan(got));
    } else {
      const double want = exponent == 31 ? sign * INFINITY
                          : exponent == 0
                              ? sign * std::ldexp(fraction, -24)
                              : sign * std::ldexp(1024 + fraction, static_cast<int>(exponent) - 25);
      ASSERT_EQ(got, want) << bits;
    }
    back.push_back({floats[bits], 0, 0});
  }
  for (u32 imm = 0; imm < static_cast<u32>(program::Rounding::Count); ++imm) {
    const auto again = apply(program::Opcode::F32ToF16, imm, back, exec::HostCode::Best);
    for (u32 bits = 0; bits < 0x10000; ++bits)
      ASSERT_EQ(again[bits], (bits & 0x7fff) > 0x7c00 ? 0x7fffu : bits);
  }
}

TEST(Float, HalfRounding) {
  // Between every two neighbouring halves: a quarter, the middle, three quarters of the way.
  std::vector<Operands> operands;
  std::vector<std::array<u32, 4>> wants; // by Rounding, of the positive number
  for (u32 bits = 0; bits < 0x7c00; bits += 37) {
    const double low = exec::half_to_float(bits);
    const double high = bits == 0x7bff ? 65536.0 : exec::half_to_float(bits + 1);
    for (int quarter = 1; quarter < 4; ++quarter) {
      const auto value = static_cast<float>(low + (high - low) * quarter / 4);
      operands.push_back({std::bit_cast<u32>(value), 0, 0});
      const u32 nearest = quarter < 2 || (quarter == 2 && bits % 2 == 0) ? bits : bits + 1;
      wants.push_back({nearest, bits, bits, bits + 1});
    }
  }
  for (u32 imm = 0; imm < 4; ++imm) {
    const auto results = apply(program::Opcode::F32ToF16, imm, operands, exec::HostCode::Plain);
    for (std::size_t i = 0; i < operands.size(); ++i)
      ASSERT_EQ(results[i], wants[i][imm]) << i << " rounding " << imm;
  }
  EXPECT_EQ(exec::float_to_half(1e30f, program::Rounding::Nearest), 0x7c00u);
  EXPECT_EQ(exec::float_to_half(1e30f, program::Rounding::Zero), 0x7bffu);
  EXPECT_EQ(exec::float_to_half(-1e30f, program::Rounding::Down), 0xfc00u);
  EXPECT_EQ(exec::float_to_half(-1e30f, program::Rounding::Up), 0xfbffu);
  EXPECT_EQ(exec::float_to_half(1e-30f, program::Rounding::Up), 1u);
  EXPECT_EQ(exec::float_to_half(-1e-30f, program::Rounding::Nearest), 0x8000u);
}

TEST(Float, Bfloat) {
  check(program::Opcode::BF16ToF32, 0, {{0x3f80, 0, 0}, {0xff80, 0, 0}, {1, 0, 0}},
        [](const Operands& o) { return o.a << 16; });
  check(program::Opcode::F32ToBF16, 0,
        {{0x3f800000, 0, 0},
         {0x3f808000, 0, 0},
         {0x3f818000, 0, 0},
         {0x3f808001, 0, 0},
         {0x7f7fffff, 0, 0},
         {0x7fc00000, 0, 0}},
        [](const Operands& o) -> u64 {
          switch (o.a) {
          case 0x3f818000: return 0x3f82; // the middle goes to the even neighbour
          case 0x3f808001: return 0x3f81;
          case 0x7f7fffff: return 0x7f80;
          case 0x7fc00000: return 0x7fff;
          default: return 0x3f80;
          }
        });
}

} // namespace
} // namespace warpscope::testing
