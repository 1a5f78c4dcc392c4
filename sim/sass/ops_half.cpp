// Arithmetic and comparisons of pairs of half and bfloat16.
#include "sim/exec/half.h"
#include "sim/sass/build.h"

#include <cmath>

namespace warpscope::sass {

namespace {

constexpr u8 bfloat = 1, to_float = 2, flushes = 4;

float value_of(u32 bits, bool is_bfloat) {
  return is_bfloat ? exec::bfloat_to_float(bits & 0xffff) : exec::half_to_float(bits);
}
u32 bits_of(float value, bool is_bfloat) {
  return is_bfloat ? exec::float_to_bfloat(value) : exec::float_to_half(value, program::Rounding::Nearest);
}
/// Half `upper` of an operand: its own, or the one that is taken for both.
float half_of(const Source& s, u32 word, bool upper, bool is_bfloat) {
  const bool high = s.half == 0 ? upper : s.half == 2;
  float value = value_of(high ? word >> 16 : word & 0xffff, is_bfloat);
  if (s.absolute) value = std::fabs(value);
  return s.negative ? -value : value;
}
u32 flushed(u32 bits) { return (bits & 0x7c00) == 0 ? bits & 0x8000 : bits; }

/// 0: sum, 1: product, 2: both in one. Half's sums and products are exact in double before they are rounded
/// once; through float they would be rounded twice.
template <unsigned operation> Flow arithmetic(Warp& w, const Instruction& in) {
  Row out;
  const bool is_bfloat = (in.mode & bfloat) != 0;
  const Row &a = raw(w, in.from[0]), &b = raw(w, in.from[1]), &c = raw(w, in.from[2]);
  for (u32 l = 0; l < lanes; ++l) {
    u32 word = 0;
    for (const bool upper : {false, true}) {
      const double x = half_of(in.from[0], a.lane[l], upper, is_bfloat);
      const double y = half_of(in.from[1], b.lane[l], upper, is_bfloat);
      const double z = operation == 2 ? half_of(in.from[2], c.lane[l], upper, is_bfloat) : 0;
      const double result = operation == 0 ? x + y : operation == 1 ? x * y : std::fma(x, y, z);
      if ((in.mode & to_float) != 0) {
        if (!upper) word = std::bit_cast<u32>(static_cast<float>(result));
        continue;
      }
      // Rounded to odd on the way, float keeps what the last rounding needs.
      float narrow = static_cast<float>(result);
      if (static_cast<double>(narrow) != result && std::isfinite(narrow)) {
        if (std::fabs(static_cast<double>(narrow)) > std::fabs(result)) narrow = std::nextafter(narrow, 0.0f);
        narrow = std::bit_cast<float>(std::bit_cast<u32>(narrow) | 1);
      }
      u32 bits = bits_of(narrow, is_bfloat);
      if ((in.mode & flushes) != 0) bits = flushed(bits);
      word |= bits << (upper ? 16 : 0);
    }
    out.lane[l] = word;
  }
  write(w, in, out);
  return Flow::Next;
}

template <unsigned operation> bool build_arithmetic(Build& b) {
  Instruction& in = b.in();
  b.ignore({"MMA"}); // the pipe that does it
  if (b.mod("BF16_V2") || b.mod("BF16")) in.mode |= bfloat;
  if (operation == 0 && b.mod("F32")) in.mode |= to_float;
  if (b.mod("FTZ")) in.mode |= flushes;
  if ((in.mode & (bfloat | flushes)) == (bfloat | flushes)) return false;
  const As as = (in.mode & bfloat) != 0 ? As::Bfloat : As::Half;
  in.run = arithmetic<operation>;
  return b.to() && b.source(0, as) && b.source(1, as) && (operation < 2 || b.source(2, as));
}

Flow set_half(Warp& w, const Instruction& in) {
  const Row &a = raw(w, in.from[0]), &b = raw(w, in.from[1]);
  const u32 with = read(w, in.predicate[0]);
  for (const bool upper : {false, true}) {
    u32 found = 0;
    for (u32 l = 0; l < lanes; ++l) {
      const float x = half_of(in.from[0], a.lane[l], upper, (in.mode & bfloat) != 0);
      const float y = half_of(in.from[1], b.lane[l], upper, (in.mode & bfloat) != 0);
      const u8 relation = x < y ? 1 : x == y ? 2 : x > y ? 4 : 8;
      found |= u32{(relation & in.width) != 0} << l;
    }
    write_predicate(w, in.to_predicate[upper], join(in.mode2, found, with));
  }
  return Flow::Next;
}
bool build_set(Build& b) {
  constexpr u8 each[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
  const unsigned found = b.one_of(
      {"LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU"}, 99);
  if (found == 99) return false;
  Instruction& in = b.in();
  in.width = each[found];
  if (b.mod("BF16_V2") || b.mod("BF16")) in.mode |= bfloat;
  in.mode2 = static_cast<u8>(b.one_of({"AND", "OR", "XOR"}, 0));
  const As as = (in.mode & bfloat) != 0 ? As::Bfloat : As::Half;
  in.run = set_half;
  return b.to_predicate(0) && b.to_predicate(1) && b.source(0, as) && b.source(1, as) && b.predicate(0);
}

Flow extreme(Warp& w, const Instruction& in) {
  Row out;
  const bool is_bfloat = (in.mode & bfloat) != 0;
  const Row &a = raw(w, in.from[0]), &b = raw(w, in.from[1]);
  const u32 smaller = read(w, in.predicate[0]);
  for (u32 l = 0; l < lanes; ++l) {
    u32 word = 0;
    for (const bool upper : {false, true}) {
      const float x = half_of(in.from[0], a.lane[l], upper, is_bfloat);
      const float y = half_of(in.from[1], b.lane[l], upper, is_bfloat);
      const bool less = x < y || (x == y && std::signbit(x) && !std::signbit(y));
      const float value = std::isnan(x) ? y : std::isnan(y) || less == ((smaller >> l & 1) != 0) ? x : y;
      word |= bits_of(value, is_bfloat) << (upper ? 16 : 0);
    }
    out.lane[l] = word;
  }
  write(w, in, out);
  return Flow::Next;
}
bool build_extreme(Build& b) {
  if (b.mod("BF16_V2") || b.mod("BF16")) b.in().mode |= bfloat;
  const As as = (b.in().mode & bfloat) != 0 ? As::Bfloat : As::Half;
  b.in().run = extreme;
  return b.to() && b.source(0, as) && b.source(1, as) && b.predicate(0);
}

constexpr Entry entries[] = {
    {"HADD2", build_arithmetic<0>}, {"HMUL2", build_arithmetic<1>}, {"HFMA2", build_arithmetic<2>},
    {"HSETP2", build_set},          {"HMNMX2", build_extreme},
};

} // namespace

std::span<const Entry> half_entries() { return entries; }

} // namespace warpscope::sass
