// What lanes of a warp do together: shuffles, votes, matches, reductions; and special registers.
#include "sim/sass/build.h"

#include <algorithm>
#include <bit>

namespace warpscope::sass {

namespace {

u32 first_lane(const Warp& w) { return w.exec == 0 ? 0 : static_cast<u32>(std::countr_zero(w.exec)); }

void fill(Row& row, u32 value) { std::fill(std::begin(row.lane), std::end(row.lane), value); }

// ---- special registers

enum Special : u8 {
  Lane,
  ThreadX,
  ThreadY,
  ThreadZ,
  BlockX,
  BlockY,
  BlockZ,
  EqualMask,
  LessMask,
  LessEqualMask,
  GreaterMask,
  GreaterEqualMask,
  Clock,
  SharedHigh,
  Zero,
  WarpNumber
};

u32 special(Warp& w, u8 which, u32 l) {
  switch (which) {
  case Lane: return l;
  case ThreadX: return w.x[l];
  case ThreadY: return w.y[l];
  case ThreadZ: return w.z[l];
  case BlockX: return w.block->x;
  case BlockY: return w.block->y;
  case BlockZ: return w.block->z;
  case EqualMask: return 1u << l;
  case LessMask: return (1u << l) - 1;
  case LessEqualMask: return (2u << l) - 1;
  case GreaterMask: return ~((2u << l) - 1);
  case GreaterEqualMask: return ~((1u << l) - 1);
  case Clock: return static_cast<u32>(w.machine->instructions);
  case SharedHigh: return static_cast<u32>(Space::Shared);
  case WarpNumber: return w.number;
  default: return 0;
  }
}

Flow read_special(Warp& w, const Instruction& in) {
  Row out, high;
  for (u32 l = 0; l < lanes; ++l) out.lane[l] = special(w, in.mode, l);
  write(w, in, out);
  if (in.width == 8) {
    fill(high, in.mode == Clock ? static_cast<u32>(w.machine->instructions >> 32) : 0);
    write_next(w, in, 1, high);
  }
  return Flow::Next;
}

bool take_special(Build& b) {
  static constexpr std::pair<std::string_view, u8> names[] = {
      {"SR_LANEID", Lane},          {"SR_TID.X", ThreadX},      {"SR_TID.Y", ThreadY},
      {"SR_TID.Z", ThreadZ},        {"SR_CTAID.X", BlockX},     {"SR_CTAID.Y", BlockY},
      {"SR_CTAID.Z", BlockZ},       {"SR_EQMASK", EqualMask},   {"SR_LTMASK", LessMask},
      {"SR_LEMASK", LessEqualMask}, {"SR_GTMASK", GreaterMask}, {"SR_GEMASK", GreaterEqualMask},
      {"SR_CLOCKLO", Clock},        {"SR_SWINHI", SharedHigh},  {"SRZ", Zero},
      {"SR_CgaCtaId", Zero},        {"SR_VIRTUALSMID", Zero}, // a launch without clusters
  };
  if (b.left() == 0) return false;
  const std::string& name = b.take().name;
  for (const auto& [known, which] : names)
    if (known == name) {
      b.in().mode = which;
      return true;
    }
  return false;
}
bool build_special(Build& b) {
  b.in().run = read_special;
  return b.to() && take_special(b);
}
/// CS2R reads 64 bits, CS2R.32 one word.
bool build_wide_special(Build& b) {
  b.in().width = b.mod("32") ? 4 : 8;
  return build_special(b);
}

Flow to_uniform(Warp& w, const Instruction& in) {
  Row out;
  fill(out, raw(w, in.from[0]).lane[first_lane(w)]);
  write(w, in, out);
  return Flow::Next;
}
bool build_to_uniform(Build& b) {
  b.in().run = to_uniform;
  return b.maybe_to_predicate(0) && b.in().to_predicate[0] == true_predicate && b.to() && b.source(0);
}

// ---- shuffles

/// PTX shfl: `c` has the clamp in its low five bits and the segment's mask above.
Flow shuffle(Warp& w, const Instruction& in) {
  Row out;
  const Row &a = raw(w, in.from[0]), &b = raw(w, in.from[1]), &c = raw(w, in.from[2]);
  u32 in_range = 0;
  for (u32 l = 0; l < lanes; ++l) {
    const u32 by = b.lane[l] & 31, clamp = c.lane[l] & 31, segment = c.lane[l] >> 8 & 31;
    const u32 most = (l & segment) | (clamp & ~segment), least = l & segment;
    i32 from = 0;
    bool fine = true;
    switch (in.mode) {
    case 0: from = static_cast<i32>(least | (by & ~segment)), fine = from <= static_cast<i32>(most); break;
    case 1: from = static_cast<i32>(l) - static_cast<i32>(by), fine = from >= static_cast<i32>(most); break;
    case 2: from = static_cast<i32>(l + by), fine = from <= static_cast<i32>(most); break;
    default: from = static_cast<i32>(l ^ by), fine = from <= static_cast<i32>(most);
    }
    out.lane[l] = fine ? a.lane[from & 31] : a.lane[l];
    in_range |= u32{fine} << l;
  }
  write(w, in, out);
  write_predicate(w, in.to_predicate[0], in_range);
  return Flow::Next;
}
bool build_shuffle(Build& b) {
  const unsigned mode = b.one_of({"IDX", "UP", "DOWN", "BFLY"}, 99);
  if (mode == 99) return false;
  b.in().mode = static_cast<u8>(mode);
  b.in().run = shuffle;
  return b.to_predicate(0) && b.to() && b.source(0) && b.source(1) && b.source(2);
}

// ---- votes

Flow vote(Warp& w, const Instruction& in) {
  const u32 yes = read(w, in.predicate[0]) & w.exec;
  Row out;
  fill(out, in.mode == 2 ? (yes == w.exec || yes == 0 ? all_lanes : 0) : yes);
  write(w, in, out);
  const bool holds = in.mode == 0 ? yes == w.exec : in.mode == 1 ? yes != 0 : yes == w.exec || yes == 0;
  write_predicate(w, in.to_predicate[0], holds ? all_lanes : 0);
  return Flow::Next;
}
/// VOTE.ALL|ANY|EQ [to,] P, which
bool build_vote(Build& b) {
  const unsigned mode = b.one_of({"ALL", "ANY", "EQ"}, 99);
  if (mode == 99) return false;
  b.in().mode = static_cast<u8>(mode);
  b.in().run = vote;
  return (!b.is(Operand::Kind::Register) || b.to()) && b.to_predicate(0) && b.predicate(0);
}

Flow match(Warp& w, const Instruction& in) {
  Row out;
  const Row &a = raw(w, in.from[0]), &high = raw(w, in.from[0], 1);
  const auto value = [&](u32 l) { return in.width == 8 ? pair(a, high, l) : u64{a.lane[l]}; };
  bool same = true;
  for (u32 l = 0; l < lanes; ++l) {
    if ((w.exec >> l & 1) == 0) continue;
    u32 equal = 0;
    for (u32 other = 0; other < lanes; ++other)
      equal |= u32{(w.exec >> other & 1) != 0 && value(other) == value(l)} << other;
    out.lane[l] = equal;
    same = same && equal == w.exec;
  }
  if (in.mode == 0) fill(out, same ? w.exec : 0);
  write(w, in, out);
  if (in.mode == 0) write_predicate(w, in.to_predicate[0], same ? all_lanes : 0);
  return Flow::Next;
}
bool build_match(Build& b) {
  const unsigned mode = b.one_of({"ALL", "ANY"}, 99);
  if (mode == 99) return false;
  b.in().mode = static_cast<u8>(mode);
  b.in().width = b.mod("U64") ? 8 : 4;
  b.in().run = match;
  return b.maybe_to_predicate(0) && b.to() && b.source(0);
}

enum Reduction : u8 { And, Or, Xor, Sum, Min, Max };
Flow reduce(Warp& w, const Instruction& in) {
  const Row& a = raw(w, in.from[0]);
  u32 value = a.lane[first_lane(w)];
  for (u32 left = w.exec & (w.exec - 1); left != 0; left &= left - 1) {
    const u32 x = a.lane[std::countr_zero(left)];
    const bool less = in.is_signed ? static_cast<i32>(x) < static_cast<i32>(value) : x < value;
    switch (in.mode) {
    case And: value &= x; break;
    case Or: value |= x; break;
    case Xor: value ^= x; break;
    case Sum: value += x; break;
    case Min: value = less ? x : value; break;
    default: value = less ? value : x;
    }
  }
  Row out;
  fill(out, value);
  write(w, in, out);
  return Flow::Next;
}
bool build_reduce(Build& b) {
  b.in().mode = static_cast<u8>(b.one_of({"AND", "OR", "XOR", "SUM", "MIN", "MAX"}, And));
  b.in().is_signed = b.mod("S32");
  b.in().run = reduce;
  return b.to() && b.source(0);
}

/// What a barrier with a reduction gave.
Flow barrier_result(Warp& w, const Instruction& in) {
  Row out;
  fill(out, w.barrier_count);
  write(w, in, out);
  write_predicate(w, in.to_predicate[0], w.barrier_result ? all_lanes : 0);
  return Flow::Next;
}
bool build_barrier_result(Build& b) {
  b.in().run = barrier_result;
  return b.mod("RESULT") && b.to() && b.maybe_to_predicate(0);
}

constexpr Entry entries[] = {
    {"S2R", build_special},        {"S2UR", build_special}, {"CS2R", build_wide_special},
    {"R2UR", build_to_uniform},    {"SHFL", build_shuffle}, {"VOTE", build_vote},
    {"VOTEU", build_vote},         {"MATCH", build_match},  {"REDUX", build_reduce},
    {"B2R", build_barrier_result},
};

} // namespace

std::span<const Entry> warp_entries() { return entries; }

} // namespace warpscope::sass
