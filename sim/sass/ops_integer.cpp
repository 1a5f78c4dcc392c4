// Integer arithmetic, comparisons, logic and moves.
#include "sim/sass/build.h"

#include <bit>

namespace warpscope::sass {

namespace {

/// An operand of a sum with carries: -x is ~x + 1, whose carry counts.
u64 addend(const Source& s, u32 raw_value) {
  const u32 value = s.negative || s.inverted ? ~raw_value : raw_value;
  return u64{value} + (s.negative ? 1 : 0);
}

Flow add3_carry(Warp& w, const Instruction& in) {
  const Row &a = raw(w, in.from[0]), &b = raw(w, in.from[1]), &c = raw(w, in.from[2]);
  const u32 first = read(w, in.predicate[0]), second = read(w, in.predicate[1]);
  Row out;
  u32 once = 0, twice = 0;
  for (u32 l = 0; l < lanes; ++l) {
    u64 sum = addend(in.from[0], a.lane[l]) + addend(in.from[1], b.lane[l]) + addend(in.from[2], c.lane[l]);
    if (in.mode != 0) sum += (first >> l & 1) + (second >> l & 1);
    out.lane[l] = static_cast<u32>(sum);
    once |= u32{(sum >> 32) >= 1} << l;
    twice |= u32{(sum >> 32) >= 2} << l;
  }
  write(w, in, out);
  write_predicate(w, in.to_predicate[0], once);
  write_predicate(w, in.to_predicate[1], twice);
  return Flow::Next;
}

/// IADD3[.X] to, [carry, [carry,]] a, b, c [, carry in, carry in]
bool build_add3(Build& b) {
  Instruction& in = b.in();
  in.mode = b.mod("X");
  bool carries = in.mode != 0;
  if (!b.to()) return false;
  for (unsigned n = 0; n < 2 && b.is(Operand::Kind::Predicate); ++n) {
    if (!b.to_predicate(n)) return false;
    carries = true;
  }
  if (!b.source(0) || !b.source(1) || !b.source(2)) return false;
  in.predicate[0] = in.predicate[1] = {true_predicate, true};
  if (in.mode != 0 && (!b.maybe_predicate(0) || !b.maybe_predicate(1))) return false;
  in.run = carries ? add3_carry : map3<[](u32 x, u32 y, u32 z) { return x + y + z; }>;
  return true;
}

bool build_add2(Build& b) {
  b.in().run = map2<[](u32 x, u32 y) { return x + y; }>;
  return b.to() && b.source(0) && b.source(1);
}

Flow multiply_low_carry(Warp& w, const Instruction& in) {
  Row sa, sb, sc, out;
  const Row &a = integer(w, in.from[0], sa), &b = integer(w, in.from[1], sb), &c = integer(w, in.from[2], sc);
  const u32 carry = read(w, in.predicate[0]);
  for (u32 l = 0; l < lanes; ++l) out.lane[l] = a.lane[l] * b.lane[l] + c.lane[l] + (carry >> l & 1);
  write(w, in, out);
  return Flow::Next;
}

/// IMAD.WIDE: 32 x 32 + 64 bits, with a carry out and, with .X, in. Mode2 bit 0: unsigned, bit 1: .HI, the
/// high word alone, of what a pair was added to.
Flow multiply_wide(Warp& w, const Instruction& in) {
  Row sa, sb;
  const Row &a = integer(w, in.from[0], sa), &b = integer(w, in.from[1], sb);
  const Row &low = raw(w, in.from[2]), &high = raw(w, in.from[2], 1);
  const u32 carry = in.mode != 0 ? read(w, in.predicate[0]) : 0;
  Row out, out_high;
  u32 over = 0;
  for (u32 l = 0; l < lanes; ++l) {
    const u64 product = (in.mode2 & 1) != 0 ? u64{a.lane[l]} * b.lane[l]
                                            : static_cast<u64>(i64{static_cast<i32>(a.lane[l])} *
                                                               static_cast<i32>(b.lane[l]));
    u64 add = pair(low, high, l);
    if (in.from[2].inverted) add = ~add;
    if (in.from[2].negative) add = 0 - add;
    const u64 sum = product + add;
    const u64 all = sum + (carry >> l & 1);
    out.lane[l] = static_cast<u32>((in.mode2 & 2) != 0 ? all >> 32 : all);
    out_high.lane[l] = static_cast<u32>(all >> 32);
    over |= u32{sum < product || all < sum} << l;
  }
  write(w, in, out);
  if ((in.mode2 & 2) == 0) write_next(w, in, 1, out_high);
  write_predicate(w, in.to_predicate[0], over);
  return Flow::Next;
}

/// IMAD[.MOV|.IADD|.SHL|.U32|.X|.WIDE|.HI] to, [carry,] a, b, c [, carry in]. The names but the last three
/// say what it is used for.
bool build_multiply(Build& b) {
  Instruction& in = b.in();
  const bool wide = b.mod("WIDE"), high = b.mod("HI"), is_unsigned = b.mod("U32");
  b.ignore({"MOV", "IADD", "SHL"});
  in.mode = b.mod("X");
  in.mode2 = static_cast<u8>((is_unsigned ? 1 : 0) | (high ? 2 : 0));
  in.predicate[0] = {true_predicate, true};
  if (!b.to()) return false;
  // A carry out of a signed high word would be another one.
  if ((wide || (high && is_unsigned)) && !b.maybe_to_predicate(0)) return false;
  if (!b.source(0) || !b.source(1) || !b.source(2)) return false;
  if (in.mode != 0 && !b.maybe_predicate(0)) return false;
  in.run = wide || high   ? multiply_wide
           : in.mode != 0 ? multiply_low_carry
                          : map3<[](u32 x, u32 y, u32 z) { return x * y + z; }>;
  return true;
}

enum Compare : u8 { Less, Equal, LessEqual, Greater, NotEqual, GreaterEqual };

template <class T> bool compares(u8 how, T a, T b) {
  switch (how) {
  case Less: return a < b;
  case Equal: return a == b;
  case LessEqual: return a <= b;
  case Greater: return a > b;
  case NotEqual: return a != b;
  default: return a >= b;
  }
}

template <class T, u8 how> u32 compare_lanes(const Row& a, const Row& b) {
  u32 found = 0;
  for (u32 l = 0; l < lanes; ++l)
    found |= u32{compares(how, static_cast<T>(a.lane[l]), static_cast<T>(b.lane[l]))} << l;
  return found;
}

template <class T> u32 compare_any(u8 how, const Row& a, const Row& b) {
  switch (how) {
  case Less: return compare_lanes<T, Less>(a, b);
  case Equal: return compare_lanes<T, Equal>(a, b);
  case LessEqual: return compare_lanes<T, LessEqual>(a, b);
  case Greater: return compare_lanes<T, Greater>(a, b);
  case NotEqual: return compare_lanes<T, NotEqual>(a, b);
  default: return compare_lanes<T, GreaterEqual>(a, b);
  }
}

/// Of high words with .EX: predicate[1] is what the low words gave, which decides where the high ones are
/// equal.
Flow set_integer(Warp& w, const Instruction& in) {
  Row sa, sb;
  const Row &a = integer(w, in.from[0], sa), &b = integer(w, in.from[1], sb);
  const auto compared = [&](u8 how) {
    return in.is_signed ? compare_any<i32>(how, a, b) : compare_any<u32>(how, a, b);
  };
  u32 found = compared(in.mode);
  if (in.width == 8) {
    const u32 low = read(w, in.predicate[1]), same = compared(Equal);
    const u8 strict = in.mode == LessEqual ? u8{Less} : in.mode == GreaterEqual ? u8{Greater} : in.mode;
    if (in.mode == Equal) found = same & low;
    else if (in.mode == NotEqual) found = ~same | low;
    else found = compared(strict) | (same & low);
  }
  return set_predicates(w, in, found);
}

/// ISETP.GE[.U32].AND[.EX] P, P, a, b, with [, of the low words]
bool build_set(Build& b) {
  Instruction& in = b.in();
  const unsigned how = b.one_of({"LT", "EQ", "LE", "GT", "NE", "GE"}, 99);
  if (how == 99) return false;
  in.mode = static_cast<u8>(how);
  in.is_signed = !b.mod("U32");
  in.mode2 = static_cast<u8>(b.one_of({"AND", "OR", "XOR"}, 0));
  in.width = b.mod("EX") ? 8 : 4;
  in.run = set_integer;
  return b.to_predicate(0) && b.to_predicate(1) && b.source(0) && b.source(1) && b.predicate(0) &&
         (in.width == 4 || b.predicate(1));
}

Flow choose(Warp& w, const Instruction& in) {
  Row sa, sb, out, first;
  const Row &a = integer(w, in.from[0], sa), &b = integer(w, in.from[1], sb);
  spread(read(w, in.predicate[0]), first.lane);
  for (u32 l = 0; l < lanes; ++l) out.lane[l] = (a.lane[l] & first.lane[l]) | (b.lane[l] & ~first.lane[l]);
  write(w, in, out);
  return Flow::Next;
}
bool build_choose(Build& b) {
  b.in().run = choose;
  return b.to() && b.source(0) && b.source(1) && b.predicate(0);
}

enum class ExtremeOf : u8 { Two, SumAndThird, Three };

/// The smaller one where the predicate holds, else the larger one; of a + b and c, or of all three, by mode.
/// mode2: of that and zero the larger one (RELU).
Flow extreme(Warp& w, const Instruction& in) {
  Row sa, sb, sc, out;
  const auto of = static_cast<ExtremeOf>(in.mode);
  const Row &a = integer(w, in.from[0], sa), &b = integer(w, in.from[1], sb);
  const Row& c = of != ExtremeOf::Two ? integer(w, in.from[2], sc) : b;
  const u32 smaller = read(w, in.predicate[0]);
  for (u32 l = 0; l < lanes; ++l) {
    const auto chosen = [&](u32 x, u32 y) {
      const bool less = in.is_signed ? static_cast<i32>(x) < static_cast<i32>(y) : x < y;
      return less == ((smaller >> l & 1) != 0) ? x : y;
    };
    const u32 found = of == ExtremeOf::Two           ? chosen(a.lane[l], b.lane[l])
                      : of == ExtremeOf::SumAndThird ? chosen(a.lane[l] + b.lane[l], c.lane[l])
                                                     : chosen(chosen(a.lane[l], b.lane[l]), c.lane[l]);
    out.lane[l] = in.mode2 != 0 && static_cast<i32>(found) < 0 ? 0 : found;
  }
  write(w, in, out);
  return Flow::Next;
}
template <ExtremeOf of> bool build_extreme(Build& b) {
  b.in().is_signed = !b.mod("U32");
  b.mod("S32");
  b.in().mode = static_cast<u8>(of);
  b.in().mode2 = b.mod("RELU") ? 1 : 0;
  b.in().run = extreme;
  return b.to() && b.source(0) && b.source(1) && (of == ExtremeOf::Two || b.source(2)) && b.predicate(0);
}

bool build_absolute(Build& b) {
  b.in().run = map1<[](u32 x) { return static_cast<i32>(x) < 0 ? 0 - x : x; }>;
  return b.to() && b.source(0);
}
bool build_absolute_difference(Build& b) {
  b.in().run = b.mod("U32") ? map3<[](u32 x, u32 y, u32 z) { return (x < y ? y - x : x - y) + z; }>
                            : map3<[](u32 x, u32 y, u32 z) {
                                return (static_cast<i32>(x) < static_cast<i32>(y) ? y - x : x - y) + z;
                              }>;
  return b.to() && b.source(0) && b.source(1) && b.source(2);
}

/// Sums of four products of bytes.
template <bool first_signed, bool second_signed> Flow dot4(Warp& w, const Instruction& in) {
  Row out;
  const Row &a = raw(w, in.from[0]), &b = raw(w, in.from[1]), &c = raw(w, in.from[2]);
  for (u32 l = 0; l < lanes; ++l) {
    u32 sum = c.lane[l];
    for (unsigned i = 0; i < 4; ++i) {
      const u8 x = static_cast<u8>(a.lane[l] >> (8 * i)), y = static_cast<u8>(b.lane[l] >> (8 * i));
      sum += static_cast<u32>((first_signed ? static_cast<std::int8_t>(x) : int{x}) *
                              (second_signed ? static_cast<std::int8_t>(y) : int{y}));
    }
    out.lane[l] = sum;
  }
  write(w, in, out);
  return Flow::Next;
}
bool build_dot(Build& b) {
  if (!b.mod("4A")) return false;
  const bool first = b.one_of({"S8", "U8"}, 2) == 0;
  const bool second = b.one_of({"S8", "U8"}, 2) == 0;
  b.in().run = first ? (second ? dot4<true, true> : dot4<true, false>)
                     : (second ? dot4<false, true> : dot4<false, false>);
  return b.to() && b.source(0) && b.source(1) && b.source(2);
}

/// Any function of three bits: bit i of the table is its value for a = i >> 2, b = i >> 1, c = i.
u32 by_table(u32 table, u32 a, u32 b, u32 c) {
  u32 out = 0;
  for (u32 i = 0; i < 8; ++i)
    if ((table >> i & 1) != 0)
      out |= ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
  return out;
}

Flow logic(Warp& w, const Instruction& in) {
  Row sa, sb, sc, out;
  const Row &a = integer(w, in.from[0], sa), &b = integer(w, in.from[1], sb), &c = integer(w, in.from[2], sc);
  switch (in.mode) {
  case 0xc0:
    for (u32 l = 0; l < lanes; ++l) out.lane[l] = a.lane[l] & b.lane[l];
    break;
  case 0xfc:
    for (u32 l = 0; l < lanes; ++l) out.lane[l] = a.lane[l] | b.lane[l];
    break;
  case 0x3c:
    for (u32 l = 0; l < lanes; ++l) out.lane[l] = a.lane[l] ^ b.lane[l];
    break;
  default: {
    u32 minterm[8];
    for (u32 i = 0; i < 8; ++i) minterm[i] = 0u - (in.mode >> i & 1u);
    for (u32 l = 0; l < lanes; ++l) {
      const u32 x = a.lane[l], y = b.lane[l], z = c.lane[l];
      out.lane[l] = (minterm[0] & ~x & ~y & ~z) | (minterm[1] & ~x & ~y & z) | (minterm[2] & ~x & y & ~z) |
                    (minterm[3] & ~x & y & z) | (minterm[4] & x & ~y & ~z) | (minterm[5] & x & ~y & z) |
                    (minterm[6] & x & y & ~z) | (minterm[7] & x & y & z);
    }
  }
  }
  write(w, in, out);
  if (in.to_predicate[0] % 8 != true_predicate) {
    u32 any = 0;
    for (u32 l = 0; l < lanes; ++l) any |= u32{out.lane[l] != 0} << l;
    const u32 with = read(w, in.predicate[0]);
    write_predicate(w, in.to_predicate[0], in.mode2 != 0 ? any & with : any | with);
  }
  return Flow::Next;
}
/// LOP3.LUT [P,] to, a, b, c, table, with
bool build_logic(Build& b) {
  u64 table = 0;
  if (!b.mod("LUT")) return false;
  b.in().mode2 = b.mod("PAND");
  if (!b.maybe_to_predicate(0) || !b.to() || !b.source(0) || !b.source(1) || !b.source(2) ||
      !b.integer(table) || !b.predicate(0))
    return false;
  b.in().mode = static_cast<u8>(table);
  b.in().run = logic;
  return true;
}

Flow predicate_logic(Warp& w, const Instruction& in) {
  const u32 a = read(w, in.predicate[0]), b = read(w, in.predicate[1]), c = read(w, in.predicate[2]);
  const u32 first = by_table(in.mode, a, b, c), second = by_table(in.mode2, a, b, c);
  write_predicate(w, in.to_predicate[0], first);
  write_predicate(w, in.to_predicate[1], second);
  return Flow::Next;
}
bool build_predicate_logic(Build& b) {
  u64 first = 0, second = 0;
  if (!b.mod("LUT") || !b.to_predicate(0) || !b.to_predicate(1) || !b.predicate(0) || !b.predicate(1) ||
      !b.predicate(2) || !b.integer(first) || !b.integer(second))
    return false;
  b.in().mode = static_cast<u8>(first), b.in().mode2 = static_cast<u8>(second);
  b.in().run = predicate_logic;
  return true;
}

bool build_move(Build& b) {
  u64 bytes = 0;
  b.in().run = map1<[](u32 x) { return x; }>;
  // MOV has a mask of its destination's bytes, which is only written when it is not all of them.
  return b.to() && b.source(0) && (b.left() == 0 || (b.integer(bytes) && bytes == 0xf));
}

/// Predicates as the bits of a register.
Flow pack_predicates(Warp& w, const Instruction& in) {
  Row out;
  const Row& keep = raw(w, in.from[0]);
  const u32 mask = static_cast<u32>(in.bits);
  for (u32 l = 0; l < lanes; ++l) {
    u32 bits = 0;
    for (u32 p = 0; p < 7; ++p) bits |= (w.predicate[p] >> l & 1) << p;
    out.lane[l] = (keep.lane[l] & ~mask) | (bits & mask);
  }
  write(w, in, out);
  return Flow::Next;
}
/// PR is an operand in nvdisasm's text and none in its JSON.
bool skip_all_predicates(Build& b) {
  if (b.is(Operand::Kind::Name)) return b.take().name == "PR";
  return true;
}
bool build_pack_predicates(Build& b) {
  if (!b.to() || !skip_all_predicates(b) || !b.source(0)) return false;
  b.in().run = pack_predicates;
  return b.integer(b.in().bits);
}
Flow unpack_predicates(Warp& w, const Instruction& in) {
  const Row& from = raw(w, in.from[0]);
  for (u32 p = 0; p < 7; ++p) {
    if ((in.bits >> p & 1) == 0) continue;
    u32 value = 0;
    for (u32 l = 0; l < lanes; ++l) value |= (from.lane[l] >> p & 1) << l;
    write_predicate(w, static_cast<u8>(p), value);
  }
  return Flow::Next;
}
bool build_unpack_predicates(Build& b) {
  if (!skip_all_predicates(b) || !b.source(0)) return false;
  b.in().run = unpack_predicates;
  return b.integer(b.in().bits);
}

constexpr Entry entries[] = {
    {"IADD3", build_add3, true},
    {"VIADD", build_add2, true},
    {"IMAD", build_multiply, true},
    {"ISETP", build_set, true},
    {"SEL", build_choose, true},
    {"VIMNMX", build_extreme<ExtremeOf::Two>, true},
    {"IMNMX", build_extreme<ExtremeOf::Two>, true},
    {"VIMNMX3", build_extreme<ExtremeOf::Three>},
    {"VIADDMNMX", build_extreme<ExtremeOf::SumAndThird>, true},
    {"IABS", build_absolute, true},
    {"VABSDIFF", build_absolute_difference},
    {"IDP", build_dot},
    {"LOP3", build_logic, true},
    {"PLOP3", build_predicate_logic, true},
    {"MOV", build_move, true},
    {"P2R", build_pack_predicates},
    {"R2P", build_unpack_predicates},
};

} // namespace

std::span<const Entry> integer_entries() { return entries; }

} // namespace warpscope::sass
