// Arithmetic, comparisons and functions of float and double.
#include "sim/sass/build.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

namespace warpscope::sass {

namespace {

constexpr u8 flushes = 1, saturates = 2;

u32 flushed(u32 bits) { return (bits & 0x7f80'0000u) == 0 ? bits & 0x8000'0000u : bits; }
float as_float(u32 bits) { return std::bit_cast<float>(bits); }
u32 as_bits(float value) { return std::bit_cast<u32>(value); }

/// As float, with the signs that are asked for; .FTZ flushes operands.
const Row& operand(const Warp& w, const Instruction& in, unsigned n, Row& space) {
  const Row& row = floating(w, in.from[n], space);
  if ((in.mode & flushes) == 0) return row;
  for (u32 l = 0; l < lanes; ++l) space.lane[l] = flushed(row.lane[l]);
  return space;
}

/// A NaN that arithmetic gives is the one of the hardware.
void finish(Warp& w, const Instruction& in, Row& out) {
  for (u32 l = 0; l < lanes; ++l)
    if ((out.lane[l] & 0x7fff'ffffu) > 0x7f80'0000u) out.lane[l] = 0x7fff'ffffu;
  if ((in.mode & flushes) != 0)
    for (u32 l = 0; l < lanes; ++l) out.lane[l] = flushed(out.lane[l]);
  if ((in.mode & saturates) != 0)
    for (u32 l = 0; l < lanes; ++l) {
      const float value = as_float(out.lane[l]);
      out.lane[l] = as_bits(value > 0 ? std::fmin(value, 1.0f) : 0.0f);
    }
  write(w, in, out);
}

using Lanes3 = void (*)(const u32* a, const u32* b, const u32* c, u32* out);

/// Fused products and sums, by the processor's own instruction where it has one.
void fuse_anywhere(const u32* a, const u32* b, const u32* c, u32* out) {
  for (u32 l = 0; l < lanes; ++l) out[l] = as_bits(std::fma(as_float(a[l]), as_float(b[l]), as_float(c[l])));
}
#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) void fuse_here(const u32* a, const u32* b, const u32* c, u32* out) {
  for (u32 l = 0; l < lanes; ++l)
    out[l] = as_bits(__builtin_fmaf(as_float(a[l]), as_float(b[l]), as_float(c[l])));
}
const Lanes3 fuse = __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2") ? fuse_here
                                                                                    : fuse_anywhere;
#else
const Lanes3 fuse = fuse_anywhere;
#endif

Flow add(Warp& w, const Instruction& in) {
  Row sa, sb, out;
  const Row &a = operand(w, in, 0, sa), &b = operand(w, in, 1, sb);
  for (u32 l = 0; l < lanes; ++l) out.lane[l] = as_bits(as_float(a.lane[l]) + as_float(b.lane[l]));
  finish(w, in, out);
  return Flow::Next;
}
Flow multiply(Warp& w, const Instruction& in) {
  Row sa, sb, out;
  const Row &a = operand(w, in, 0, sa), &b = operand(w, in, 1, sb);
  for (u32 l = 0; l < lanes; ++l) out.lane[l] = as_bits(as_float(a.lane[l]) * as_float(b.lane[l]));
  finish(w, in, out);
  return Flow::Next;
}
/// FMUL.D4 and its like: a product times a power of two, by mode2.
constexpr float scales[] = {0.5f, 0.25f, 0.125f, 2, 4, 8};
Flow multiply_scaled(Warp& w, const Instruction& in) {
  Row sa, sb, out;
  const Row &a = operand(w, in, 0, sa), &b = operand(w, in, 1, sb);
  for (u32 l = 0; l < lanes; ++l)
    out.lane[l] = as_bits(as_float(a.lane[l]) * as_float(b.lane[l]) * scales[in.mode2]);
  finish(w, in, out);
  return Flow::Next;
}
Flow fused(Warp& w, const Instruction& in) {
  Row sa, sb, sc, out;
  const Row &a = operand(w, in, 0, sa), &b = operand(w, in, 1, sb), &c = operand(w, in, 2, sc);
  fuse(a.lane, b.lane, c.lane, out.lane);
  finish(w, in, out);
  return Flow::Next;
}

constexpr int directions[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

/// Runs `f` with another rounding. What it computes with is volatile, so that no compiler moves it out.
template <class F> void rounded(u8 direction, F f) {
  std::fesetround(directions[direction]);
  f();
  std::fesetround(FE_TONEAREST);
}
/// mode2: the direction; width: the operands.
Flow directed(Warp& w, const Instruction& in) {
  Row sa, sb, sc, out;
  const Row &a = operand(w, in, 0, sa), &b = operand(w, in, 1, sb), &c = operand(w, in, 2, sc);
  rounded(in.mode2, [&] {
    for (u32 l = 0; l < lanes; ++l) {
      volatile float x = as_float(a.lane[l]), y = as_float(b.lane[l]), z = as_float(c.lane[l]);
      volatile float result = 0;
      if (in.bits == 0) result = x + y;
      else if (in.bits == 1) result = x * y;
      else result = std::fma(x, y, z);
      out.lane[l] = as_bits(result);
    }
  });
  finish(w, in, out);
  return Flow::Next;
}

template <unsigned operation> bool build_arithmetic(Build& b) {
  constexpr Handler handlers[] = {add, multiply, fused};
  Instruction& in = b.in();
  in.mode = static_cast<u8>((b.mod("FTZ") ? flushes : 0) | (b.mod("SAT") ? saturates : 0));
  in.mode2 = static_cast<u8>(b.one_of({"RN", "RM", "RP", "RZ"}, 0));
  in.bits = operation;
  in.run = in.mode2 == 0 ? handlers[operation] : directed;
  if constexpr (operation == 1)
    if (const unsigned scale = b.one_of({"D2", "D4", "D8", "M2", "M4", "M8"}, std::size(scales));
        scale < std::size(scales)) {
      if (in.mode2 != 0) return false; // rounded otherwise, and scaled: not seen
      in.mode2 = static_cast<u8>(scale);
      in.run = multiply_scaled;
    }
  return b.to() && b.source(0, As::Float) && b.source(1, As::Float) &&
         (operation < 2 || b.source(2, As::Float));
}

Flow extreme(Warp& w, const Instruction& in) {
  Row sa, sb, out;
  const Row &a = operand(w, in, 0, sa), &b = operand(w, in, 1, sb);
  const u32 smaller = read(w, in.predicate[0]);
  for (u32 l = 0; l < lanes; ++l) {
    const float x = as_float(a.lane[l]), y = as_float(b.lane[l]);
    const bool less = x < y || (x == y && std::signbit(x) && !std::signbit(y));
    const bool want = (smaller >> l & 1) != 0;
    out.lane[l] = std::isnan(x)                   ? (std::isnan(y) ? 0x7fff'ffffu : b.lane[l])
                  : std::isnan(y) || less == want ? a.lane[l]
                                                  : b.lane[l];
  }
  write(w, in, out);
  return Flow::Next;
}
bool build_extreme(Build& b) {
  b.in().mode = b.mod("FTZ") ? flushes : 0;
  b.in().run = extreme;
  return b.to() && b.source(0, As::Float) && b.source(1, As::Float) && b.predicate(0);
}

Flow choose(Warp& w, const Instruction& in) {
  Row sa, sb, out;
  const Row &a = operand(w, in, 0, sa), &b = operand(w, in, 1, sb);
  const u32 first = read(w, in.predicate[0]);
  for (u32 l = 0; l < lanes; ++l) out.lane[l] = (first >> l & 1) != 0 ? a.lane[l] : b.lane[l];
  write(w, in, out);
  return Flow::Next;
}
bool build_choose(Build& b) {
  b.in().mode = b.mod("FTZ") ? flushes : 0;
  b.in().run = choose;
  return b.to() && b.source(0, As::Float) && b.source(1, As::Float) && b.predicate(0);
}

/// The bits of a comparison: less, equal, greater, unordered.
constexpr u8 less = 1, equal = 2, greater = 4, unordered = 8;
bool take_comparison(Build& b, u8& how) {
  constexpr u8 each[] = {less,
                         equal,
                         less | equal,
                         greater,
                         less | greater,
                         greater | equal,
                         less | equal | greater,
                         unordered,
                         less | unordered,
                         equal | unordered,
                         less | equal | unordered,
                         greater | unordered,
                         less | greater | unordered,
                         greater | equal | unordered};
  const unsigned found = b.one_of(
      {"LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU"}, 99);
  if (found == 99) return false;
  how = each[found];
  return true;
}
template <class T> u8 relation(T a, T b) {
  return a < b ? less : a == b ? equal : a > b ? greater : unordered;
}

/// The lanes in which the comparison holds.
u32 compared(const Warp& w, const Instruction& in) {
  Row sa, sb;
  const Row &a = operand(w, in, 0, sa), &b = operand(w, in, 1, sb);
  u32 found = 0;
  for (u32 l = 0; l < lanes; ++l)
    found |= u32{(relation(as_float(a.lane[l]), as_float(b.lane[l])) & in.width) != 0} << l;
  return found;
}
Flow set_float(Warp& w, const Instruction& in) { return set_predicates(w, in, compared(w, in)); }
bool build_set(Build& b) {
  Instruction& in = b.in();
  if (!take_comparison(b, in.width)) return false;
  in.mode = b.mod("FTZ") ? flushes : 0;
  in.mode2 = static_cast<u8>(b.one_of({"AND", "OR", "XOR"}, 0));
  in.run = set_float;
  return b.to_predicate(0) && b.to_predicate(1) && b.source(0, As::Float) && b.source(1, As::Float) &&
         b.predicate(0);
}

/// FSET: the comparison as a number, 1.0 (BF) or all bits.
Flow set_register(Warp& w, const Instruction& in) {
  const u32 is = join(in.mode2, compared(w, in), read(w, in.predicate[0]));
  const u32 one = in.bits != 0 ? std::bit_cast<u32>(1.0f) : ~0u;
  Row out;
  for (u32 l = 0; l < lanes; ++l) out.lane[l] = (is >> l & 1) != 0 ? one : 0;
  write(w, in, out);
  return Flow::Next;
}
bool build_set_register(Build& b) {
  Instruction& in = b.in();
  if (!take_comparison(b, in.width)) return false;
  in.bits = b.mod("BF") ? 1 : 0;
  in.mode = b.mod("FTZ") ? flushes : 0;
  in.mode2 = static_cast<u8>(b.one_of({"AND", "OR", "XOR"}, 0));
  in.run = set_register;
  return b.to() && b.source(0, As::Float) && b.source(1, As::Float) && b.predicate(0);
}

/// Whether a quotient needs more than a reciprocal and its corrections. Where it does not, both ways give the
/// same; so this may say yes too often.
Flow check_quotient(Warp& w, const Instruction& in) {
  Row sa, sb;
  const Row &a = operand(w, in, 0, sa), &b = operand(w, in, 1, sb);
  u32 hard = 0;
  for (u32 l = 0; l < lanes; ++l) {
    const int x = static_cast<int>(a.lane[l] >> 23 & 255), y = static_cast<int>(b.lane[l] >> 23 & 255);
    const bool fine = x > 25 && x < 255 && y > 1 && y < 253 && x - y < 125 && x - y > -125;
    hard |= u32{!fine} << l;
  }
  write_predicate(w, in.to_predicate[0], hard);
  return Flow::Next;
}
bool build_check(Build& b) {
  b.in().run = check_quotient;
  return b.to_predicate(0) && b.source(0, As::Float) && b.source(1, As::Float);
}

float reciprocal(float x) { return static_cast<float>(1.0 / x); }
float reciprocal_root(float x) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x))); }
float root(float x) { return static_cast<float>(std::sqrt(static_cast<double>(x))); }
float power_of_two(float x) { return static_cast<float>(std::exp2(static_cast<double>(x))); }
float logarithm(float x) { return static_cast<float>(std::log2(static_cast<double>(x))); }
constexpr double full_turn = 6.283185307179586;
float sine(float x) {
  return static_cast<float>(std::sin(full_turn * std::fmod(static_cast<double>(x), 1.0)));
}
float cosine(float x) {
  return static_cast<float>(std::cos(full_turn * std::fmod(static_cast<double>(x), 1.0)));
}
float hyperbolic(float x) { return static_cast<float>(std::tanh(static_cast<double>(x))); }

/// The special function unit. It flushes what is denormal on both sides.
template <float (*f)(float)> Flow special(Warp& w, const Instruction& in) {
  Row sa, out;
  const Row& a = floating(w, in.from[0], sa);
  for (u32 l = 0; l < lanes; ++l)
    out.lane[l] = (w.exec >> l & 1) == 0 ? 0 : flushed(as_bits(f(as_float(flushed(a.lane[l])))));
  finish(w, in, out);
  return Flow::Next;
}
/// Of a double's high word, the result's high word.
template <bool of_root> Flow special_high(Warp& w, const Instruction& in) {
  Row out;
  const Source& s = in.from[0];
  const Row& a = raw(w, s, s.pool >= 0 ? 1 : 0); // a number that is written out is the whole double
  for (u32 l = 0; l < lanes; ++l) {
    u32 high = a.lane[l];
    if (s.absolute) high &= 0x7fff'ffffu;
    if (s.negative) high ^= 0x8000'0000u;
    const double x = std::bit_cast<double>(u64{high} << 32);
    const double value = of_root ? 1.0 / std::sqrt(x) : 1.0 / x;
    out.lane[l] = static_cast<u32>(std::bit_cast<u64>(value) >> 32);
  }
  write(w, in, out);
  return Flow::Next;
}
bool build_special(Build& b) {
  constexpr Handler handlers[] = {special<reciprocal>,   special<reciprocal_root>, special<root>,
                                  special<power_of_two>, special<logarithm>,       special<sine>,
                                  special<cosine>,       special<hyperbolic>,      special_high<false>,
                                  special_high<true>};
  const unsigned which = b.one_of(
      {"RCP", "RSQ", "SQRT", "EX2", "LG2", "SIN", "COS", "TANH", "RCP64H", "RSQ64H"}, 99);
  if (which == 99) return false;
  b.in().run = handlers[which];
  return b.to() && b.source(0, which >= 8 ? As::Double : As::Float);
}

// ---- double

double load_double(const Warp& w, const Source& s, u32 l) {
  u64 bits = pair(raw(w, s), raw(w, s, 1), l);
  if (s.absolute) bits &= ~u64{0} >> 1;
  if (s.negative) bits ^= u64{1} << 63;
  return std::bit_cast<double>(bits);
}

using Doubles = std::array<double, lanes>;
void fuse_doubles_anywhere(const Doubles& a, const Doubles& b, const Doubles& c, Doubles& out) {
  for (u32 l = 0; l < lanes; ++l) out[l] = std::fma(a[l], b[l], c[l]);
}
#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) void fuse_doubles_here(const Doubles& a, const Doubles& b,
                                                           const Doubles& c, Doubles& out) {
  for (u32 l = 0; l < lanes; ++l) out[l] = __builtin_fma(a[l], b[l], c[l]);
}
const auto fuse_doubles = __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2")
                              ? fuse_doubles_here
                              : fuse_doubles_anywhere;
#else
const auto fuse_doubles = fuse_doubles_anywhere;
#endif

void load_doubles(const Warp& w, const Source& s, Doubles& out) {
  const Row &low = raw(w, s), &high = raw(w, s, 1);
  const u64 keep = s.absolute ? ~u64{0} >> 1 : ~u64{0}, flip = u64{s.negative} << 63;
  for (u32 l = 0; l < lanes; ++l) out[l] = std::bit_cast<double>((pair(low, high, l) & keep) ^ flip);
}

/// Rounded to nearest, the usual case.
template <unsigned operation> Flow of_doubles_nearest(Warp& w, const Instruction& in) {
  Doubles a, b, c, out;
  load_doubles(w, in.from[0], a);
  load_doubles(w, in.from[1], b);
  if constexpr (operation == 2) {
    load_doubles(w, in.from[2], c);
    fuse_doubles(a, b, c, out);
  } else {
    for (u32 l = 0; l < lanes; ++l) out[l] = operation == 0 ? a[l] + b[l] : a[l] * b[l];
  }
  Row low, high;
  for (u32 l = 0; l < lanes; ++l) {
    const u64 bits = out[l] == out[l] ? std::bit_cast<u64>(out[l]) : 0xfff8'0000'0000'0000u;
    low.lane[l] = static_cast<u32>(bits), high.lane[l] = static_cast<u32>(bits >> 32);
  }
  write(w, in, low);
  write_next(w, in, 1, high);
  return Flow::Next;
}

template <unsigned operation> Flow of_doubles(Warp& w, const Instruction& in) {
  Row low, high;
  const auto all = [&] {
    for (u32 l = 0; l < lanes; ++l) {
      volatile double x = load_double(w, in.from[0], l), y = load_double(w, in.from[1], l);
      volatile double result = 0;
      if constexpr (operation == 0) result = x + y;
      else if constexpr (operation == 1) result = x * y;
      else result = std::fma(x, y, load_double(w, in.from[2], l));
      u64 bits = std::bit_cast<u64>(static_cast<double>(result));
      if (std::isnan(result)) bits = 0xfff8'0000'0000'0000u;
      low.lane[l] = static_cast<u32>(bits), high.lane[l] = static_cast<u32>(bits >> 32);
    }
  };
  rounded(in.mode2, all);
  write(w, in, low);
  write_next(w, in, 1, high);
  return Flow::Next;
}
template <unsigned operation> bool build_doubles(Build& b) {
  b.in().mode2 = static_cast<u8>(b.one_of({"RN", "RM", "RP", "RZ"}, 0));
  b.in().run = b.in().mode2 == 0 ? of_doubles_nearest<operation> : of_doubles<operation>;
  return b.to() && b.source(0, As::Double) && b.source(1, As::Double) &&
         (operation < 2 || b.source(2, As::Double));
}

Flow set_double(Warp& w, const Instruction& in) {
  u32 found = 0;
  for (u32 l = 0; l < lanes; ++l)
    found |= u32{(relation(load_double(w, in.from[0], l), load_double(w, in.from[1], l)) & in.width) != 0}
             << l;
  return set_predicates(w, in, found);
}
/// DSETP.MIN|MAX: whether the first one is the result, and whether neither is a number: what a minimum of C
/// takes, which NVRTC finishes with two selections and a quiet NaN.
Flow first_of_doubles(Warp& w, const Instruction& in) {
  u32 first = 0, none = 0;
  for (u32 l = 0; l < lanes; ++l) {
    const double a = load_double(w, in.from[0], l), b = load_double(w, in.from[1], l);
    const bool smaller = a < b || (a == b && std::signbit(a) && !std::signbit(b));
    const bool taken = !std::isnan(a) && (std::isnan(b) || (in.mode != 0 ? !smaller : smaller));
    first |= u32{taken} << l;
    none |= u32{std::isnan(a) && std::isnan(b)} << l;
  }
  const u32 with = read(w, in.predicate[0]);
  write_predicate(w, in.to_predicate[0], first & with);
  write_predicate(w, in.to_predicate[1], none & with);
  return Flow::Next;
}

bool build_set_double(Build& b) {
  const unsigned extreme = b.one_of({"MIN", "MAX"}, 2);
  if (extreme == 2 && !take_comparison(b, b.in().width)) return false;
  b.in().mode2 = static_cast<u8>(b.one_of({"AND", "OR", "XOR"}, 0));
  b.in().mode = static_cast<u8>(extreme);
  b.in().run = extreme == 2 ? set_double : first_of_doubles;
  if (extreme != 2 && b.in().mode2 != 0) return false;
  return b.to_predicate(0) && b.to_predicate(1) && b.source(0, As::Double) && b.source(1, As::Double) &&
         b.predicate(0);
}

constexpr Entry entries[] = {
    {"FADD", build_arithmetic<0>}, {"FMUL", build_arithmetic<1>}, {"FFMA", build_arithmetic<2>},
    {"FMNMX", build_extreme},      {"FSEL", build_choose},        {"FSETP", build_set},
    {"FCHK", build_check},         {"MUFU", build_special},       {"DADD", build_doubles<0>},
    {"DMUL", build_doubles<1>},    {"DFMA", build_doubles<2>},    {"DSETP", build_set_double},
    {"FSET", build_set_register},
};

} // namespace

std::span<const Entry> float_entries() { return entries; }

} // namespace warpscope::sass
