// Conversions between float, double, half and integers.
#include "sim/exec/half.h"
#include "sim/sass/build.h"

#include <bit>
#include <cmath>
#include <limits>

namespace warpscope::sass {

namespace {

/// A number's type, where it is not an integer.
enum Type : u8 { Half, Float, Double };
enum Round : u8 { Nearest, Down, Up, Zero };

double read_number(const Warp& w, const Source& s, u8 type, u32 l) {
  double value = 0;
  if (type == Double) value = std::bit_cast<double>(pair(raw(w, s), raw(w, s, 1), l));
  else if (type == Float) value = std::bit_cast<float>(raw(w, s).lane[l]);
  else value = exec::half_to_float(s.half == 2 ? raw(w, s).lane[l] >> 16 : raw(w, s).lane[l]);
  if (s.absolute) value = std::fabs(value);
  return s.negative ? -value : value;
}

double rounded(double value, u8 how) {
  switch (how) {
  case Down: return std::floor(value);
  case Up: return std::ceil(value);
  case Zero: return std::trunc(value);
  default: return std::nearbyint(value);
  }
}

/// The double as a float in one of the four roundings.
float narrowed(double value, u8 how) {
  const float nearest = static_cast<float>(value);
  const double back = nearest;
  if (how == Nearest || back == value || std::isnan(value)) return nearest;
  const float inf = std::numeric_limits<float>::infinity();
  const bool above = back > value;
  if (how == Down || (how == Zero && value > 0)) return above ? std::nextafter(nearest, -inf) : nearest;
  return above ? nearest : std::nextafter(nearest, inf);
}
float narrowed(u64 value, bool is_signed, u8 how) {
  // In two parts, each exact as double; the sum is rounded to odd so that the last rounding is right.
  const bool negative = is_signed && static_cast<i64>(value) < 0;
  u64 size = negative ? 0 - value : value;
  int shift = 0;
  while (size >> 52 != 0) {
    size = (size >> 1) | (size & 1);
    ++shift;
  }
  const double whole = std::ldexp(static_cast<double>(size), shift);
  return narrowed(negative ? -whole : whole, how);
}

void write_number(Row& low, Row& high, u8 type, u32 l, double value, u8 how) {
  if (type == Double) {
    u64 bits = std::bit_cast<u64>(value);
    if (std::isnan(value)) bits = 0xfff8'0000'0000'0000u;
    low.lane[l] = static_cast<u32>(bits), high.lane[l] = static_cast<u32>(bits >> 32);
  } else if (type == Float) {
    low.lane[l] = std::isnan(value) ? 0x7fff'ffffu : std::bit_cast<u32>(narrowed(value, how));
  } else {
    constexpr program::Rounding each[] = {program::Rounding::Nearest, program::Rounding::Down,
                                          program::Rounding::Up, program::Rounding::Zero};
    // Only float's values are narrowed to half.
    low.lane[l] = exec::float_to_half(static_cast<float>(value), each[how]);
  }
}

/// F2F: mode is the result's type, mode2 the operand's, bits the rounding. FRND: width 1, to a whole number.
Flow between_numbers(Warp& w, const Instruction& in) {
  Row low, high;
  for (u32 l = 0; l < lanes; ++l) {
    double value = read_number(w, in.from[0], in.mode2, l);
    if (in.width == 1) value = rounded(value, static_cast<u8>(in.bits));
    if (in.is_signed && std::fabs(value) < 0x1p-126) value = std::copysign(0.0, value); // .FTZ
    write_number(low, high, in.mode, l, value, in.width == 1 ? u8{Nearest} : static_cast<u8>(in.bits));
  }
  write(w, in, low);
  if (in.mode == Double) write_next(w, in, 1, high);
  return Flow::Next;
}

u8 take_type(Build& b, u8 otherwise) { return static_cast<u8>(b.one_of({"F16", "F32", "F64"}, otherwise)); }
u8 take_round(Build& b) {
  const unsigned named = b.one_of({"RN", "RM", "RP", "RZ"}, 99);
  return static_cast<u8>(named != 99 ? named : b.one_of({"", "FLOOR", "CEIL", "TRUNC"}, Nearest));
}

bool build_between_numbers(Build& b) {
  Instruction& in = b.in();
  in.is_signed = b.mod("FTZ");
  in.mode = take_type(b, 99); // F2F.to.from: in the order of the text
  in.mode2 = take_type(b, 99);
  in.bits = take_round(b);
  in.run = between_numbers;
  return in.mode != 99 && in.mode2 != 99 && in.mode != in.mode2 && !(in.mode == Half && in.mode2 == Double) &&
         b.to() && b.source(0, in.mode2 == Double ? As::Double : As::Float);
}
bool build_round(Build& b) {
  Instruction& in = b.in();
  in.is_signed = b.mod("FTZ");
  in.mode = in.mode2 = take_type(b, Float);
  in.bits = take_round(b);
  in.width = 1;
  in.run = between_numbers;
  return in.mode != Half && b.to() && b.source(0, in.mode == Double ? As::Double : As::Float);
}

/// To an integer of `width` bytes, clamped; NaN gives 0, of 8 bytes and of doubles the smallest one.
Flow to_integer(Warp& w, const Instruction& in) {
  Row low, high;
  const unsigned bits = 8u * in.width;
  const double least = in.is_signed ? -std::ldexp(1.0, static_cast<int>(bits) - 1) : 0.0;
  const double beyond = std::ldexp(1.0, static_cast<int>(bits) - (in.is_signed ? 1 : 0));
  const u64 smallest = in.is_signed ? u64{1} << (bits - 1) : 0;
  const u64 largest = in.is_signed ? smallest - 1 : bits == 64 ? ~u64{0} : (u64{1} << bits) - 1;
  for (u32 l = 0; l < lanes; ++l) {
    double value = read_number(w, in.from[0], in.mode2, l);
    if (in.mode != 0 && std::fabs(value) < 0x1p-126) value = 0; // .FTZ
    const double whole = rounded(value, static_cast<u8>(in.bits));
    u64 result = 0;
    if (std::isnan(whole)) result = in.width == 8 || in.mode2 == Double ? u64{1} << (bits - 1) : 0;
    else if (whole < least) result = smallest;
    else if (whole >= beyond) result = largest;
    else result = in.is_signed ? static_cast<u64>(static_cast<i64>(whole)) : static_cast<u64>(whole);
    low.lane[l] = static_cast<u32>(result), high.lane[l] = static_cast<u32>(result >> 32);
    if (in.width < 4 && !in.is_signed) low.lane[l] &= static_cast<u32>(largest);
  }
  write(w, in, low);
  if (in.width == 8) write_next(w, in, 1, high);
  return Flow::Next;
}

/// Takes an integer's type: S32 unless it says otherwise.
bool take_integer_type(Build& b, u8& width, bool& is_signed) {
  const unsigned type = b.one_of({"U8", "S8", "U16", "S16", "U32", "S32", "U64", "S64"}, 5);
  width = static_cast<u8>(1u << (type / 2));
  is_signed = type % 2 == 1;
  return true;
}

bool build_to_integer(Build& b) {
  Instruction& in = b.in();
  take_integer_type(b, in.width, in.is_signed);
  in.mode = b.mod("FTZ");
  b.ignore({"NTZ"});
  in.mode2 = take_type(b, Float);
  in.bits = take_round(b);
  in.run = to_integer;
  return b.to() && b.source(0, in.mode2 == Double ? As::Double : As::Float);
}

Flow from_integer(Warp& w, const Instruction& in) {
  Row low, high, space;
  const Row& first = integer(w, in.from[0], space);
  for (u32 l = 0; l < lanes; ++l) {
    u64 value = first.lane[l];
    if (in.width == 8) value = pair(first, raw(w, in.from[0], 1), l);
    else if (in.width == 4) value = in.is_signed ? static_cast<u64>(i64{static_cast<i32>(value)}) : value;
    else {
      const u32 bits = 8u * in.width;
      const u32 part = static_cast<u32>(value) >> in.from[0].part << (32 - bits);
      value = in.is_signed ? static_cast<u64>(i64{static_cast<i32>(part) >> (32 - bits)})
                           : part >> (32 - bits);
    }
    if (in.mode == Float) {
      low.lane[l] = std::bit_cast<u32>(narrowed(value, in.is_signed, static_cast<u8>(in.bits)));
      continue;
    }
    if (in.mode == Half) {
      write_number(low, high, Half, l, narrowed(value, in.is_signed, Nearest), static_cast<u8>(in.bits));
      continue;
    }
    write_number(low, high, Double, l,
                 in.is_signed ? static_cast<double>(static_cast<i64>(value)) : static_cast<double>(value),
                 Nearest);
  }
  write(w, in, low);
  if (in.mode == Double) write_next(w, in, 1, high);
  return Flow::Next;
}
bool build_from_integer(Build& b) {
  Instruction& in = b.in();
  take_integer_type(b, in.width, in.is_signed);
  in.mode = take_type(b, Float);
  in.bits = take_round(b);
  in.run = from_integer;
  if (in.mode == Double && in.bits != Nearest && in.width == 8) return false;
  if (in.mode == Half && in.width == 8) return false;
  return b.to() && (in.width <= 2 ? b.part(0, in.width) : b.source(0));
}

/// Two floats as a pair of half or bfloat16; the first one is the high half.
Flow pack(Warp& w, const Instruction& in) {
  Row sa, sb, out;
  const Row &a = floating(w, in.from[0], sa), &b = floating(w, in.from[1], sb);
  for (u32 l = 0; l < lanes; ++l) {
    const float x = std::bit_cast<float>(a.lane[l]), y = std::bit_cast<float>(b.lane[l]);
    out.lane[l] = in.mode != 0 ? exec::float_to_bfloat(x) << 16 | exec::float_to_bfloat(y)
                               : exec::float_to_half(x, program::Rounding::Nearest) << 16 |
                                     exec::float_to_half(y, program::Rounding::Nearest);
  }
  write(w, in, out);
  return Flow::Next;
}
bool build_pack(Build& b) {
  if (!b.mod("F32") || !b.mod("PACK_AB")) return false;
  b.in().mode = b.mod("BF16");
  if (b.in().mode == 0 && !b.mod("F16")) return false;
  b.in().run = pack;
  return b.to() && b.source(0, As::Float) && b.source(1, As::Float);
}

constexpr Entry entries[] = {
    {"F2F", build_between_numbers}, {"FRND", build_round},        {"F2I", build_to_integer},
    {"I2F", build_from_integer},    {"I2FP", build_from_integer}, {"F2FP", build_pack},
};

} // namespace

std::span<const Entry> conversion_entries() { return entries; }

} // namespace warpscope::sass
