// Shifts, scaled additions, permutations of bytes, bit counts.
#include "sim/sass/build.h"

#include <algorithm>
#include <bit>

namespace warpscope::sass {

namespace {

/// A value of two words, {c, a}, shifted; of the result one word. Mode bit 0: right, 1: the high word, 2: 64
/// bits, 3: signed, 4: the amount wraps.
Flow funnel(Warp& w, const Instruction& in) {
  Row sa, sb, sc, out;
  const Row &low = integer(w, in.from[0], sa), &by = integer(w, in.from[1], sb),
            &high = integer(w, in.from[2], sc);
  const bool right = (in.mode & 1) != 0, upper = (in.mode & 2) != 0, wraps = (in.mode & 16) != 0;
  const u32 most = (in.mode & 4) != 0 ? 64 : 32;
  for (u32 l = 0; l < lanes; ++l) {
    const u64 value = pair(low, high, l);
    const u32 amount = wraps ? by.lane[l] & (most - 1) : std::min(by.lane[l], most);
    u64 shifted = 0;
    if (!right) shifted = amount < 64 ? value << amount : 0;
    else if ((in.mode & 8) != 0) shifted = static_cast<u64>(static_cast<i64>(value) >> std::min(amount, 63u));
    else shifted = amount < 64 ? value >> amount : 0;
    out.lane[l] = static_cast<u32>(upper ? shifted >> 32 : shifted);
  }
  write(w, in, out);
  return Flow::Next;
}
/// SHF.L|R[.W].U32|S32|U64|S64[.HI] to, a, amount, c
bool build_funnel(Build& b) {
  const bool right = b.mod("R");
  if (!right && !b.mod("L")) return false;
  const unsigned type = b.one_of({"U32", "S32", "U64", "S64"}, 99);
  if (type == 99) return false;
  const bool upper = b.mod("HI"), wraps = b.mod("W");
  b.in().mode = static_cast<u8>((right ? 1 : 0) | (upper ? 2 : 0) | (type >= 2 ? 4 : 0) |
                                (type % 2 == 1 ? 8 : 0) | (wraps ? 16 : 0));
  b.in().run = funnel;
  return b.to() && b.source(0) && b.source(1) && b.source(2);
}

/// (a << s) + b, or the high word of ({c, a} << s) + b; mode bit 0: high, 1: c is a's sign, 2: a carry comes
/// in.
Flow scaled_add(Warp& w, const Instruction& in) {
  Row sa, sb, sc, out;
  const Row &a = integer(w, in.from[0], sa), &c = integer(w, in.from[2], sc);
  const Row& b = raw(w, in.from[1]);
  static_cast<void>(sb);
  const u32 carry = (in.mode & 4) != 0 ? read(w, in.predicate[0]) : 0;
  const u32 by = static_cast<u32>(in.bits);
  u32 over = 0;
  for (u32 l = 0; l < lanes; ++l) {
    const u32 above = (in.mode & 2) != 0 ? 0u - (a.lane[l] >> 31) : c.lane[l];
    const u64 shifted = (u64{a.lane[l]} | u64{above} << 32) << by;
    const u32 first = static_cast<u32>((in.mode & 1) != 0 ? shifted >> 32 : shifted);
    const u32 second = in.from[1].negative || in.from[1].inverted ? ~b.lane[l] : b.lane[l];
    const u64 sum = u64{first} + second + (in.from[1].negative ? 1 : 0) + (carry >> l & 1);
    out.lane[l] = static_cast<u32>(sum);
    over |= u32{sum >> 32 != 0} << l;
  }
  write(w, in, out);
  write_predicate(w, in.to_predicate[0], over);
  return Flow::Next;
}
/// LEA[.HI[.X][.SX32]] to, [carry,] a, b, [c,] s [, carry in]
bool build_scaled_add(Build& b) {
  Instruction& in = b.in();
  const bool high = b.mod("HI"), carries = b.mod("X"), sign = b.mod("SX32");
  in.mode = static_cast<u8>((high ? 1 : 0) | (sign ? 2 : 0) | (carries ? 4 : 0));
  in.run = scaled_add;
  return b.to() && b.maybe_to_predicate(0) && b.source(0) && b.source(1) && (!high || sign || b.source(2)) &&
         b.integer(in.bits) && in.bits < 32 && (!carries || b.predicate(0));
}

/// Each byte of the result is one of eight, chosen by four bits; the top one asks for its sign.
Flow permute(Warp& w, const Instruction& in) {
  Row out;
  const Row &a = raw(w, in.from[0]), &how = raw(w, in.from[1]), &c = raw(w, in.from[2]);
  for (u32 l = 0; l < lanes; ++l) {
    const u64 bytes = pair(a, c, l);
    u32 value = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const u32 pick = how.lane[l] >> (4 * i);
      u32 byte = static_cast<u32>(bytes >> (8 * (pick & 7))) & 0xff;
      if ((pick & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
      value |= byte << (8 * i);
    }
    out.lane[l] = value;
  }
  write(w, in, out);
  return Flow::Next;
}
bool build_permute(Build& b) {
  b.in().run = permute;
  return b.to() && b.source(0) && b.source(1) && b.source(2);
}

bool build_popc(Build& b) {
  b.in().run = map1<[](u32 x) { return static_cast<u32>(std::popcount(x)); }>;
  return b.to() && b.source(0);
}

u32 reversed(u32 x) {
  u32 out = 0;
  for (unsigned i = 0; i < 32; ++i) out |= (x >> i & 1) << (31 - i);
  return out;
}
bool build_reverse(Build& b) {
  b.in().run = map1<reversed>;
  return b.to() && b.source(0);
}

/// The position of the highest one (with a sign: of the highest bit that differs from it), or how far it is
/// from the top.
template <bool is_signed, bool distance> u32 leading(u32 x) {
  if (is_signed && static_cast<i32>(x) < 0) x = ~x;
  if (x == 0) return ~0u;
  const u32 zeros = static_cast<u32>(std::countl_zero(x));
  return distance ? zeros : 31 - zeros;
}
bool build_leading(Build& b) {
  const bool is_unsigned = b.mod("U32"), distance = b.mod("SH");
  b.in().run = is_unsigned ? (distance ? map1<leading<false, true>> : map1<leading<false, false>>)
                           : (distance ? map1<leading<true, true>> : map1<leading<true, false>>);
  return b.to() && b.maybe_to_predicate(0) && b.source(0);
}

/// The low `bits` bits, with their sign or without.
template <bool is_signed> u32 extended(u32 x, u32 bits) {
  if (bits >= 32) return x;
  if (bits == 0) return 0;
  const u32 low = x << (32 - bits);
  return is_signed ? static_cast<u32>(static_cast<i32>(low) >> (32 - bits)) : low >> (32 - bits);
}
bool build_extend(Build& b) {
  if (b.mod("U32")) b.in().run = map2<extended<false>>;
  else b.in().run = map2<extended<true>>;
  return b.to() && b.source(0) && b.source(1);
}

constexpr Entry entries[] = {
    {"SHF", build_funnel, true},  {"LEA", build_scaled_add, true}, {"PRMT", build_permute, true},
    {"POPC", build_popc, true},   {"BREV", build_reverse, true},   {"FLO", build_leading, true},
    {"SGXT", build_extend, true},
};

} // namespace

std::span<const Entry> shift_entries() { return entries; }

} // namespace warpscope::sass
