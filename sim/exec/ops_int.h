// Moves, integer arithmetic, integer comparisons, predicates, address arithmetic. Each function has the name
// of its opcode.
#pragma once

#include "sim/exec/block.h"
#include "sim/exec/lanes.h"
#include "sim/program/enums.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace warpscope::exec::ops {

#define WARPSCOPE_OP(name)                                                                                   \
  WARPSCOPE_TARGET WARPSCOPE_INLINE Flow name([[maybe_unused]] Warp& w,                                      \
                                              [[maybe_unused]] const program::Instruction& in)
#define WARPSCOPE_UNARY(name, R, A, expression)                                                              \
  WARPSCOPE_OP(name) {                                                                                       \
    return map1<R, A>(w, in, [](A a) -> R { return expression; });                                           \
  }
#define WARPSCOPE_BINARY(name, T, expression)                                                                \
  WARPSCOPE_OP(name) {                                                                                       \
    return map2<T, T, T>(w, in, [](T a, T b) -> T { return expression; });                                   \
  }

/// The slow path of an operation, over all words. It is not inlined, so that the fast path, over tags, needs
/// few registers. It is compiled once for each kind of CPU and so must have internal linkage.
#define WARPSCOPE_WORDS_OP(name)                                                                             \
  [[maybe_unused]] WARPSCOPE_TARGET __attribute__((noinline)) static Flow name(                              \
      Warp& w, const program::Instruction& in)

// -- moves ----------------------------------------------------------------------------------------
WARPSCOPE_INLINE bool move_tag(const Warp& w, u32 slot, u32 from) {
  const Tag known = w.tag(from);
  if (!w.covers(known)) return false;
  w.set_tag(slot, known.base, known.shape);
  return true;
}
WARPSCOPE_INLINE void move_word(const Warp& w, u32 slot, u32 from) {
  if (move_tag(w, slot, from)) return;
  const u32* a = w.source(from);
  set_lanes<u32>(w, slot, [=](u32 i) { return a[i]; });
}
template <class T> WARPSCOPE_INLINE Flow move(const Warp& w, u32 dst, u32 from) {
  for (u32 k = 0; k < words_of<T>; ++k)
    move_word(w, dst + k, from + k); // 64-bit values lie at even slots, so two never overlap in one word
  return Flow::Next;
}
WARPSCOPE_OP(Mov32) { return move<u32>(w, in.dst, in.a); }
WARPSCOPE_OP(Mov64) { return move<u64>(w, in.dst, in.a); }
WARPSCOPE_OP(MovP) {
  w.set_predicate(in.dst, w.predicate(in.a));
  return Flow::Next;
}
template <class T> WARPSCOPE_INLINE Flow select(Warp& w, const program::Instruction& in) {
  const u32 p = w.predicate(in.a);
  if ((p & w.mask) == w.mask) return move<T>(w, in.dst, in.b);
  if ((p & w.mask) == 0) return move<T>(w, in.dst, in.c);
  const u32* b = w.source(in.b, words_of<T>);
  const u32* c = w.source(in.c, words_of<T>);
  return set_lanes<T>(w, in.dst, [=](u32 i) {
    // Both are read before either is written: a choice of values, not of loads.
    const T yes = get<T>(b, i), no = get<T>(c, i);
    return (p & bit_of[i]) != 0 ? yes : no;
  });
}
WARPSCOPE_OP(Select32) { return select<u32>(w, in); }
WARPSCOPE_OP(Select64) { return select<u64>(w, in); }
WARPSCOPE_OP(SelectP) {
  const u32 p = w.predicate(in.a);
  w.set_predicate(in.dst, (p & w.predicate(in.b)) | (~p & w.predicate(in.c)));
  return Flow::Next;
}

// -- shapes: what is known of a result without its words ------------------------------------------
/// Looks up a sum of shapes that is not in the cache. An instruction that keeps coming with new ones is tried
/// less and less often.
__attribute__((noinline)) inline u32 new_sum(Block& block, u32 pc, u32 left, u32 left_factor, u32 right,
                                             u32 right_factor) {
  ResultShape& result = block.results[pc];
  if (result.wait != 0) {
    --result.wait;
    return ShapeTable::unknown;
  }
  result.patience = static_cast<std::uint16_t>(std::min(2 * result.patience + 1, 511));
  result.wait = result.patience / 2;
  return block.shapes.sum(left, left_factor, right, right_factor);
}
/// Computes dst = left * left_factor + right * right_factor from the tags alone; false when they do not
/// determine it.
WARPSCOPE_INLINE bool sum_of_tags(const Warp& w, u32 dst, const Tag& left, u32 left_factor, const Tag& right,
                                  u32 right_factor) {
  if ((w.mask & ~(left.lanes & right.lanes)) != 0) return false;
  const u32 base = left.base * left_factor + right.base * right_factor;
  u32 shape = 0;
  if (right.shape == ShapeTable::uniform && (left_factor == 1 || left.shape == ShapeTable::uniform)) {
    shape = left.shape;
  } else if (left.shape == ShapeTable::uniform && right_factor == 1) {
    shape = right.shape;
  } else {
    Block& block = *w.block;
    if (left.shape == ShapeTable::uniform) left_factor = 0;
    if (right.shape == ShapeTable::uniform) right_factor = 0;
    shape = block.shapes.known_sum(left.shape, left_factor, right.shape, right_factor);
    if (shape == ShapeTable::unknown)
      shape = new_sum(block, w.pc, left.shape, left_factor, right.shape, right_factor);
    if (shape == ShapeTable::unknown) return false;
  }
  w.set_tag(dst, base, shape);
  return true;
}

__attribute__((noinline)) inline u32 look_for_shape(Block& block, ResultShape& result, const u32* words) {
  result.patience = static_cast<std::uint16_t>(std::min(2 * result.patience + 1, 511));
  result.wait = result.patience / 2;
  return result.shape = block.shapes.find(words);
}
/// After an instruction that wrote the words of all lanes: gives them a tag if they have the shape of the
/// last time, and tries for a new one now and then.
WARPSCOPE_INLINE void recognise(const Warp& w, u32 slot, const Tag& left, const Tag& right) {
  Block& block = *w.block;
  ResultShape& result = block.results[w.pc];
  if (result.wait != 0) {
    --result.wait;
    return;
  }
  const u32* words = w.slots + std::size_t{slot} * warp_size;
  u32 wrong = result.shape == ShapeTable::unknown ? 1 : 0;
  if (wrong == 0) {
    const Shape& shape = block.shapes[result.shape];
    for (u32 i = 0; i < warp_size; ++i) wrong |= (words[i] - words[0]) ^ shape.relative[i];
  }
  result.left_shape = ShapeTable::unknown;
  if (wrong == 0) {
    result.patience = 0;
  } else if (look_for_shape(block, result, words) == ShapeTable::unknown) {
    return;
  }
  result.left_base = left.base, result.left_shape = left.shape, result.right_base = right.base,
  result.right_shape = right.shape;
  result.base = words[0];
  w.tags[slot] = {all_lanes, 0, words[0], result.shape};
}
/// Reuses the last result when the operands' tags are the same as then.
WARPSCOPE_INLINE bool remembered(const Warp& w, u32 dst, const Tag& left, const Tag& right) {
  const ResultShape& result = w.block->results[w.pc];
  const bool same = result.left_shape == left.shape && result.left_base == left.base &&
                    result.right_shape == right.shape && result.right_base == right.base;
  if (same) w.set_tag(dst, result.base, result.shape);
  return same;
}
/// map2 for operations that are not sums. Operands with a shape mostly give a result with a shape.
template <class T, class F> WARPSCOPE_INLINE Flow shaped2(Warp& w, const program::Instruction& in, F f) {
  if constexpr (sizeof(T) == 4) {
    const Tag left = w.tag(in.a), right = w.tag(in.b);
    if (w.covers(left) && w.covers(right) && (left.shape | right.shape) != ShapeTable::uniform) {
      if (remembered(w, in.dst, left, right)) return Flow::Next;
      map2<T, T, T>(w, in, f);
      // Exited lanes count too: what is remembered is reused where those lanes are alive.
      if (w.write_mask() == all_lanes && (left.lanes & right.lanes) == all_lanes)
        recognise(w, in.dst, left, right);
      return Flow::Next;
    }
  }
  return map2<T, T, T>(w, in, f);
}

/// Computes the least and the greatest value over all lanes, as integers of type T; false when a lane's word
/// wraps around.
template <class T> WARPSCOPE_INLINE bool range_of(const Warp& w, const Tag& known, s64& low, s64& high) {
  const Shape& shape = w.block->shapes[known.shape];
  low = s64{static_cast<T>(known.base)} + shape.lowest;
  high = s64{static_cast<T>(known.base)} + shape.highest;
  return low >= s64{std::numeric_limits<T>::min()} && high <= s64{std::numeric_limits<T>::max()};
}

/// Computes left modulo 2^n, and the quotient, when all lanes lie within one multiple of 2^n: the remainders
/// then differ as the values do. `limit` is 2^n.
template <class T>
WARPSCOPE_INLINE bool within_one_multiple(const Warp& w, const Tag& left, u32 limit, u32& remainder) {
  const Shape& shape = w.block->shapes[left.shape];
  s64 low = 0, high = 0;
  if (!range_of<T>(w, left, low, high) || low < 0) return false;
  remainder = left.base & (limit - 1);
  return s64{remainder} + shape.lowest >= 0 && s64{remainder} + shape.highest < s64{limit};
}

// -- arithmetic, 32 and 64 bits -------------------------------------------------------------------
template <class T> WARPSCOPE_INLINE T high_product(T a, T b) {
  if constexpr (sizeof(T) == 4) {
    using Wide = std::conditional_t<std::is_signed_v<T>, s64, u64>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> 32);
  } else {
    __extension__ using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> 64);
  }
}
template <class T> WARPSCOPE_INLINE T shift_left(T a, T b) {
  return b < sizeof(T) * 8 ? a << (b & (sizeof(T) * 8 - 1)) : 0;
}
template <class T> WARPSCOPE_INLINE T shift_right(T a, T b) {
  return b < sizeof(T) * 8 ? a >> (b & (sizeof(T) * 8 - 1)) : 0;
}
template <class T> WARPSCOPE_INLINE T shift_right_signed(T a, T b) {
  constexpr T last = sizeof(T) * 8 - 1;
  return static_cast<T>(static_cast<std::make_signed_t<T>>(a) >> (b < last ? b : last));
}
template <class T> WARPSCOPE_INLINE T magnitude(T a) {
  const T sign = static_cast<T>(0) - (a >> (sizeof(T) * 8 - 1)); // all ones when negative
  return (a ^ sign) - sign;
}
template <class T> WARPSCOPE_INLINE T reverse_bits(T a) {
  constexpr T ones = static_cast<T>(~T{0});
  a = ((a >> 1) & (ones / 3)) | ((a & (ones / 3)) << 1);
  a = ((a >> 2) & (ones / 5)) | ((a & (ones / 5)) << 2);
  a = ((a >> 4) & (ones / 17)) | ((a & (ones / 17)) << 4);
  if constexpr (sizeof(T) == 4) {
    return __builtin_bswap32(a);
  } else {
    return __builtin_bswap64(a);
  }
}

#define WARPSCOPE_SHAPED(name, T, expression)                                                                \
  WARPSCOPE_OP(name) {                                                                                       \
    return shaped2<T>(w, in, [](T a, T b) -> T { return expression; });                                      \
  }
#define WARPSCOPE_INTEGER_OPS(bits, U, S)                                                                    \
  WARPSCOPE_SHAPED(MulHiU##bits, U, high_product<U>(a, b))                                                   \
  WARPSCOPE_SHAPED(MulHiS##bits, S, high_product<S>(a, b))                                                   \
  WARPSCOPE_SHAPED(Or##bits, U, a | b)                                                                       \
  WARPSCOPE_SHAPED(Xor##bits, U, a ^ b)                                                                      \
  WARPSCOPE_SHAPED(ShrU##bits, U, shift_right(a, b))                                                         \
  WARPSCOPE_SHAPED(ShrS##bits, U, shift_right_signed(a, b))                                                  \
  WARPSCOPE_SHAPED(MinU##bits, U, a < b ? a : b)                                                             \
  WARPSCOPE_SHAPED(MinS##bits, S, a < b ? a : b)                                                             \
  WARPSCOPE_SHAPED(MaxU##bits, U, a > b ? a : b)                                                             \
  WARPSCOPE_SHAPED(MaxS##bits, S, a > b ? a : b)                                                             \
  WARPSCOPE_UNARY(AbsS##bits, U, U, magnitude(a))                                                            \
  WARPSCOPE_UNARY(Clz##bits, U, U, static_cast<U>(std::countl_zero(a)))                                      \
  WARPSCOPE_UNARY(Ctz##bits, U, U, static_cast<U>(std::countr_zero(a)))                                      \
  WARPSCOPE_UNARY(Popc##bits, U, U, static_cast<U>(std::popcount(a)))                                        \
  WARPSCOPE_UNARY(Brev##bits, U, U, reverse_bits(a))
WARPSCOPE_INTEGER_OPS(32, u32, s32)
WARPSCOPE_INTEGER_OPS(64, u64, s64)
#undef WARPSCOPE_INTEGER_OPS
#undef WARPSCOPE_SHAPED

WARPSCOPE_WORDS_OP(add_words) {
  return map2<u32, u32, u32>(w, in, [](u32 a, u32 b) { return a + b; });
}
WARPSCOPE_WORDS_OP(sub_words) {
  return map2<u32, u32, u32>(w, in, [](u32 a, u32 b) { return a - b; });
}
WARPSCOPE_WORDS_OP(mul_words) {
  return map2<u32, u32, u32>(w, in, [](u32 a, u32 b) { return a * b; });
}
WARPSCOPE_WORDS_OP(shl_words) {
  return shaped2<u32>(w, in, [](u32 a, u32 b) { return shift_left(a, b); });
}

WARPSCOPE_OP(Add32) {
  if (sum_of_tags(w, in.dst, w.tag(in.a), 1, w.tag(in.b), 1)) return Flow::Next;
  return add_words(w, in);
}
WARPSCOPE_OP(Sub32) {
  if (sum_of_tags(w, in.dst, w.tag(in.a), 1, w.tag(in.b), ~u32{0})) return Flow::Next;
  return sub_words(w, in);
}
WARPSCOPE_OP(Mul32) {
  const Tag &a = w.tag(in.a), &b = w.tag(in.b);
  constexpr Tag zero{all_lanes, 0, 0, ShapeTable::uniform};
  if (w.uniform(in.b) && sum_of_tags(w, in.dst, a, b.base, zero, 0)) return Flow::Next;
  if (w.uniform(in.a) && sum_of_tags(w, in.dst, b, a.base, zero, 0)) return Flow::Next;
  return mul_words(w, in);
}
WARPSCOPE_OP(Shl32) {
  constexpr Tag zero{all_lanes, 0, 0, ShapeTable::uniform};
  if (w.uniform(in.b) && sum_of_tags(w, in.dst, w.tag(in.a), shift_left(u32{1}, w.tag(in.b).base), zero, 0))
    return Flow::Next;
  return shl_words(w, in);
}
WARPSCOPE_OP(And32) {
  const Tag &left = w.tag(in.a), &right = w.tag(in.b);
  u32 remainder = 0;
  if (w.uniform(in.b) && w.covers(left) && (right.base & (right.base + 1)) == 0 &&
      right.base < 0x8000'0000u && within_one_multiple<u32>(w, left, right.base + 1, remainder)) {
    w.set_tag(in.dst, remainder, left.shape);
    return Flow::Next;
  }
  return shaped2<u32>(w, in, [](u32 a, u32 b) { return a & b; });
}
WARPSCOPE_BINARY(And64, u64, a& b)
WARPSCOPE_BINARY(Add64, u64, a + b)
WARPSCOPE_BINARY(Sub64, u64, a - b)
WARPSCOPE_BINARY(Mul64, u64, a* b)
WARPSCOPE_BINARY(Shl64, u64, shift_left(a, b))

/// What an H200 computes where the divisor is zero or the quotient has no place (measured, nvcc -O3): nothing
/// faults; all ones and the dividend, in 64 bits by a division of 32 where both numbers fit.
template <class T, bool quotient> T undefined_division(T a, T b) {
  if (b != 0) return quotient ? a : T{0};
  if (!quotient) return a;
  if constexpr (sizeof(T) == 8)
    if (static_cast<u64>(a) >> 32 == 0) return static_cast<T>(0xffff'ffffu);
  return static_cast<T>(~T{0});
}
/// Divides lane by lane, after all lanes have been checked for faults.
template <class T, bool quotient, class F>
WARPSCOPE_INLINE Flow divide_words(Warp& w, const program::Instruction& in, F f) {
  const u32* a = w.source(in.a, words_of<T>);
  const u32* b = w.source(in.b, words_of<T>);
  u32 undefined = ballot([=](u32 i) { return get<T>(b, i) == 0; }) & w.mask;
  if (undefined != 0 && w.divide_fault(undefined, "divides by zero") == Flow::Fault) return Flow::Fault;
  if constexpr (std::is_signed_v<T>) {
    const u32 over = w.mask & ballot([=](u32 i) {
                       return (get<T>(b, i) == -1) & (get<T>(a, i) == std::numeric_limits<T>::min());
                     });
    if (over != 0 &&
        w.divide_fault(over, "divides the smallest integer by -1, which has no result") == Flow::Fault)
      return Flow::Fault;
    undefined |= over;
  }
  u32* to = w.destination(in.dst, words_of<T>, w.mask);
  for (u32 rest = undefined; rest != 0; rest &= rest - 1) {
    const auto i = first_lane(rest);
    put<T>(to, i, undefined_division<T, quotient>(get<T>(a, i), get<T>(b, i)));
  }
  for (u32 rest = w.mask & ~undefined; rest != 0; rest &= rest - 1) {
    const auto i = first_lane(rest);
    put<T>(to, i, f(get<T>(a, i), get<T>(b, i)));
  }
  return Flow::Next;
}
/// Quotients and remainders. by_power(a, y) computes the same for a divisor y that is a power of two, without
/// the host's slow division.
template <class T, bool quotient, class F, class G>
WARPSCOPE_INLINE Flow divide(Warp& w, const program::Instruction& in, F f, G by_power) {
  const Tag left = w.tag(in.a), right = w.tag(in.b);
  const bool shaped = sizeof(T) == 4 && w.covers(left) && w.covers(right);
  if constexpr (sizeof(T) == 4) {
    const bool power = right.shape == ShapeTable::uniform && static_cast<s32>(right.base) > 0 &&
                       (right.base & (right.base - 1)) == 0;
    u32 remainder = 0;
    if (shaped && power && within_one_multiple<T>(w, left, right.base, remainder)) {
      if (quotient) return set_uniform<u32>(w, in.dst, left.base / right.base);
      w.set_tag(in.dst, remainder, left.shape);
      return Flow::Next;
    }
  }
  if (shaped && (left.shape | right.shape) != ShapeTable::uniform && remembered(w, in.dst, left, right))
    return Flow::Next;
  if (uniform<T>(w, in.b)) {
    const T y = uniform_value<T>(w, in.b);
    if (uniform<T>(w, in.a)) {
      const T x = uniform_value<T>(w, in.a);
      bool fine = y != 0;
      if constexpr (std::is_signed_v<T>) fine = fine && !(y == -1 && x == std::numeric_limits<T>::min());
      if (fine) return set_uniform<T>(w, in.dst, f(x, y));
    } else if (y > 0 && (y & (y - 1)) == 0) {
      const u32* a = w.source(in.a, words_of<T>);
      set_lanes<T>(w, in.dst, [=](u32 i) { return by_power(get<T>(a, i), y); });
      if (shaped && w.write_mask() == all_lanes && (left.lanes & right.lanes) == all_lanes)
        recognise(w, in.dst, left, right);
      return Flow::Next;
    }
  }
  const Flow flow = divide_words<T, quotient>(w, in, f);
  if (shaped && w.mask == all_lanes && flow == Flow::Next) recognise(w, in.dst, left, right);
  return flow;
}
/// The quotient a / y for y = 2^n, rounded towards zero.
template <class T> WARPSCOPE_INLINE T shifted_quotient(T a, T y) {
  using U = std::make_unsigned_t<T>;
  const int n = std::countr_zero(static_cast<U>(y));
  if constexpr (std::is_signed_v<T>) {
    // y - 1 when a is negative.
    const U up = static_cast<U>(a >> (sizeof(T) * 8 - 1)) & (static_cast<U>(y) - 1);
    return static_cast<T>(static_cast<U>(a) + up) >> n;
  } else {
    return a >> n;
  }
}
template <class T> WARPSCOPE_INLINE T shifted_remainder(T a, T y) {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<U>(a) - static_cast<U>(shifted_quotient(a, y)) * static_cast<U>(y));
}
#define WARPSCOPE_DIVISION_OP(name, T, operation, by_power)                                                  \
  WARPSCOPE_OP(name) {                                                                                       \
    constexpr bool quotient = T{7} operation T{4} == T{1};                                                   \
    return divide<T, quotient>(                                                                              \
        w, in, [](T a, T b) -> T { return a operation b; }, [](T a, T y) { return by_power(a, y); });        \
  }
#define WARPSCOPE_DIVISION(bits, U, S)                                                                       \
  WARPSCOPE_DIVISION_OP(DivU##bits, U, /, shifted_quotient)                                                  \
  WARPSCOPE_DIVISION_OP(DivS##bits, S, /, shifted_quotient)                                                  \
  WARPSCOPE_DIVISION_OP(RemU##bits, U, %, shifted_remainder)                                                 \
  WARPSCOPE_DIVISION_OP(RemS##bits, S, %, shifted_remainder)
WARPSCOPE_DIVISION(32, u32, s32)
WARPSCOPE_DIVISION(64, u64, s64)
#undef WARPSCOPE_DIVISION
#undef WARPSCOPE_DIVISION_OP

/// __byte_perm: nibble i of c selects byte i from the eight bytes of (b:a); its top bit replicates the sign
/// of that byte instead.
WARPSCOPE_INLINE u32 permute_bytes(u32 a, u32 b, u32 c) {
  const u64 bytes = (u64{b} << 32) | a;
  u32 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    const u32 choice = c >> (i * 4);
    u32 byte = static_cast<u32>(bytes >> ((choice & 7) * 8)) & 0xff;
    if ((choice & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
    result |= byte << (i * 8);
  }
  return result;
}
WARPSCOPE_OP(Prmt32) {
  return map3<u32>(w, in, [](u32 a, u32 b, u32 c) { return permute_bytes(a, b, c); });
}
template <class Byte> WARPSCOPE_INLINE u32 dot_of_bytes(u32 a, u32 b, u32 c) {
  for (u32 shift = 0; shift < 32; shift += 8)
    c += static_cast<u32>(s32{static_cast<Byte>(a >> shift)} * s32{static_cast<Byte>(b >> shift)});
  return c;
}
WARPSCOPE_OP(DotS8) {
  return map3<u32>(w, in, [](u32 a, u32 b, u32 c) { return dot_of_bytes<std::int8_t>(a, b, c); });
}
WARPSCOPE_OP(DotU8) {
  return map3<u32>(w, in, [](u32 a, u32 b, u32 c) { return dot_of_bytes<std::uint8_t>(a, b, c); });
}
WARPSCOPE_OP(FunnelL32) {
  return map3<u32>(
      w, in, [](u32 a, u32 b, u32 c) { return static_cast<u32>((((u64{a} << 32) | b) << (c & 31)) >> 32); });
}
WARPSCOPE_OP(FunnelR32) {
  return map3<u32>(w, in,
                   [](u32 a, u32 b, u32 c) { return static_cast<u32>(((u64{a} << 32) | b) >> (c & 31)); });
}

// -- comparisons, predicates ----------------------------------------------------------------------
template <class U, class S> WARPSCOPE_INLINE Flow compare_integers(Warp& w, const program::Instruction& in) {
  switch (static_cast<program::Compare>(in.imm)) {
  case program::Compare::Eq: return test2<U>(w, in, [](U a, U b) { return a == b; });
  case program::Compare::Ne: return test2<U>(w, in, [](U a, U b) { return a != b; });
  case program::Compare::Ugt: return test2<U>(w, in, [](U a, U b) { return a > b; });
  case program::Compare::Uge: return test2<U>(w, in, [](U a, U b) { return a >= b; });
  case program::Compare::Ult: return test2<U>(w, in, [](U a, U b) { return a < b; });
  case program::Compare::Ule: return test2<U>(w, in, [](U a, U b) { return a <= b; });
  case program::Compare::Sgt: return test2<S>(w, in, [](S a, S b) { return a > b; });
  case program::Compare::Sge: return test2<S>(w, in, [](S a, S b) { return a >= b; });
  case program::Compare::Slt: return test2<S>(w, in, [](S a, S b) { return a < b; });
  default: return test2<S>(w, in, [](S a, S b) { return a <= b; }); // Sle: verify() admits no other value
  }
}
/// Compares two values by their tags when the result is the same in all lanes, as `i < n` is far from the
/// end.
WARPSCOPE_INLINE bool compare_tags(const Warp& w, const program::Instruction& in) {
  constexpr u32 less = 1, equal = 2, greater = 4;
  constexpr std::uint8_t true_when[] = {equal, less | greater, greater, greater | equal,
                                        less,  less | equal,   greater, greater | equal,
                                        less,  less | equal};
  static_assert(static_cast<u32>(program::Compare::Sle) + 1 == sizeof true_when);
  const Tag &a = w.tag(in.a), &b = w.tag(in.b);
  if ((w.mask & ~(a.lanes & b.lanes)) != 0) return false;
  const u32 wanted = true_when[in.imm];
  const bool is_signed = in.imm >= static_cast<u32>(program::Compare::Sgt);
  u32 possible = 0;
  if ((a.shape | b.shape) == ShapeTable::uniform) {
    const u32 flip = is_signed ? 0x8000'0000u : 0; // maps signed order to unsigned order
    const u32 x = a.base ^ flip, y = b.base ^ flip;
    possible = x < y ? less : x == y ? equal : greater;
  } else {
    s64 a_low = 0, a_high = 0, b_low = 0, b_high = 0;
    const bool known = is_signed ? range_of<s32>(w, a, a_low, a_high) && range_of<s32>(w, b, b_low, b_high)
                                 : range_of<u32>(w, a, a_low, a_high) && range_of<u32>(w, b, b_low, b_high);
    if (!known) return false;
    possible = (a_low < b_high ? less : 0) | (a_low <= b_high && b_low <= a_high ? equal : 0) |
               (a_high > b_low ? greater : 0);
    if ((possible & wanted) != 0 && (possible & ~wanted) != 0) return false;
  }
  w.set_predicate(in.dst, (possible & wanted) != 0 ? all_lanes : 0);
  return true;
}
WARPSCOPE_WORDS_OP(compare_words) { return compare_integers<u32, s32>(w, in); }
WARPSCOPE_OP(Icmp32) {
  if (compare_tags(w, in)) return Flow::Next;
  return compare_words(w, in);
}
WARPSCOPE_OP(Icmp64) { return compare_integers<u64, s64>(w, in); }
WARPSCOPE_OP(AndP) {
  w.set_predicate(in.dst, w.predicate(in.a) & w.predicate(in.b));
  return Flow::Next;
}
WARPSCOPE_OP(OrP) {
  w.set_predicate(in.dst, w.predicate(in.a) | w.predicate(in.b));
  return Flow::Next;
}
WARPSCOPE_OP(XorP) {
  w.set_predicate(in.dst, w.predicate(in.a) ^ w.predicate(in.b));
  return Flow::Next;
}
WARPSCOPE_OP(PToS32) {
  const u32 p = w.predicate(in.a) & w.mask;
  if (p == 0 || p == w.mask) return set_uniform<u32>(w, in.dst, p == 0 ? 0 : 1);
  return set_lanes<u32>(w, in.dst, [=](u32 i) { return (p & bit_of[i]) != 0 ? 1u : 0u; });
}
WARPSCOPE_OP(S32ToP) {
  const u32* a = w.source(in.a);
  w.set_predicate(in.dst, ballot([=](u32 i) { return (a[i] & 1) != 0; }));
  return Flow::Next;
}

// -- widths ---------------------------------------------------------------------------------------
WARPSCOPE_UNARY(Sext8, u32, u32, static_cast<u32>(static_cast<s32>(a << 24) >> 24))
WARPSCOPE_UNARY(Sext16, u32, u32, static_cast<u32>(static_cast<s32>(a << 16) >> 16))
/// The low words stay as they are; the high words are the same in all lanes when all values have one sign.
template <class T> WARPSCOPE_INLINE bool widen_tag(const Warp& w, const program::Instruction& in) {
  const Tag known = w.tag(in.a);
  s64 low = 0, high = 0;
  if (!w.covers(known) || !range_of<T>(w, known, low, high) || (low < 0) != (high < 0)) return false;
  w.set_tag(in.dst, known.base, known.shape);
  w.set_tag(in.dst + 1, low < 0 ? ~u32{0} : 0, ShapeTable::uniform);
  return true;
}
WARPSCOPE_OP(Sext32To64) {
  if (widen_tag<s32>(w, in)) return Flow::Next;
  return map1<s64, s32>(w, in, [](s32 a) -> s64 { return a; });
}
WARPSCOPE_OP(Zext32To64) {
  if (widen_tag<u32>(w, in)) return Flow::Next;
  return map1<u64, u32>(w, in, [](u32 a) -> u64 { return a; });
}
WARPSCOPE_OP(Trunc64To32) { return move<u32>(w, in.dst, in.a); } // the low words

// -- addresses ------------------------------------------------------------------------------------
/// Computes base + index * bytes as opcodes.def defines it; the product with a 64-bit index may itself
/// overflow.
WARPSCOPE_INLINE u32 element_address(u32 base, s64 index, u32 bytes) {
  s64 distance = 0, sum = 0;
  const bool lost = __builtin_mul_overflow(index, static_cast<s64>(bytes), &distance) |
                    __builtin_add_overflow(distance, static_cast<s64>(base), &sum);
  const bool outside = lost | (sum < 0) | (sum >= (s64{1} << 32)) | (base == program::invalid_offset);
  return outside ? program::invalid_offset : static_cast<u32>(sum);
}
/// As element_address(), by tags; true when no lane's address leaves the window. `low` and `high` bound the
/// lanes' indices.
WARPSCOPE_INLINE bool element_tag(const Warp& w, const program::Instruction& in, const Tag& base,
                                  const Tag& index, s64 low, s64 high) {
  constexpr u32 most_bytes = 1u << 20; // keeps the products below from overflowing
  s64 base_low = 0, base_high = 0;
  if (in.imm > most_bytes || !range_of<u32>(w, base, base_low, base_high) ||
      base_high >= program::invalid_offset)
    return false;
  const s64 bytes = in.imm;
  if (base_low + low * bytes < 0 || base_high + high * bytes >= program::invalid_offset) return false;
  return sum_of_tags(w, in.dst, base, 1, index, in.imm);
}
WARPSCOPE_WORDS_OP(gep_words) {
  const u32* a = w.source(in.a);
  const u32* b = w.source(in.b);
  const u32 lanes = w.write_mask();
  u32* to = w.destination(in.dst, 1, lanes);
  const u32 bytes = in.imm;
  // When the base and the wrapped sum lie in the lower half of the window and the product fits 32 bits, no
  // address left the window: one that did would have its top bit set, as invalid_offset has.
  // Less than 2^31 / bytes, without the host's slow division.
  const u32 limit = static_cast<u32>(u64{0x7fff'ffffu} >> std::bit_width(bytes));
  alignas(64) u32 sum[warp_size];
  u32 top = 0;
  for (u32 i = 0; i < warp_size; ++i) {
    sum[i] = a[i] + b[i] * bytes;
    top |= a[i] | sum[i] | ((b[i] + limit) > 2 * limit ? 0x8000'0000u : 0);
  }
  if ((top & 0x8000'0000u) == 0) {
    if (lanes == all_lanes) {
      copy_lanes(to, sum);
    } else {
      each<u32>(to, lanes, [&](u32 i) { return sum[i]; });
    }
  } else {
    each<u32>(to, lanes, [=](u32 i) { return element_address(a[i], static_cast<s32>(b[i]), bytes); });
  }
  return Flow::Next;
}
WARPSCOPE_OP(Gep32) {
  const Tag &base = w.tag(in.a), &index = w.tag(in.b);
  if ((w.mask & ~(base.lanes & index.lanes)) != 0) return gep_words(w, in);
  if ((base.shape | index.shape) == ShapeTable::uniform) {
    return set_uniform<u32>(w, in.dst, element_address(base.base, static_cast<s32>(index.base), in.imm));
  }
  s64 low = 0, high = 0;
  if (range_of<s32>(w, index, low, high) && element_tag(w, in, base, index, low, high)) return Flow::Next;
  return gep_words(w, in);
}
WARPSCOPE_OP(Gep64) {
  const Tag base = w.tag(in.a), index = w.tag(in.b), upper = w.tag(in.b + 1);
  s64 low = 0, high = 0;
  const bool narrow = w.covers(upper) && upper.shape == ShapeTable::uniform &&
                      (upper.base == 0 || upper.base == ~u32{0});
  if (narrow && w.covers(base) && w.covers(index) && range_of<u32>(w, index, low, high)) {
    const s64 moved = s64{static_cast<s32>(upper.base)} * (s64{1} << 32);
    if (element_tag(w, in, base, index, low + moved, high + moved)) return Flow::Next;
  }
  const u32* a = w.source(in.a);
  const u32* b = w.source(in.b, 2);
  const u32 bytes = in.imm;
  return set_lanes<u32>(w, in.dst, [=](u32 i) { return element_address(a[i], get<s64>(b, i), bytes); });
}
WARPSCOPE_OP(ToGeneric) {
  const u64 space = u64{in.imm} << 32;
  return map1<u64, u32>(w, in, [=](u32 a) { return a == 0 ? u64{0} : space | a; });
}
WARPSCOPE_OP(FromGeneric) {
  const u32 space = in.imm;
  return map1<u32, u64>(w, in, [=](u64 address) {
    return (address >> 32) == space || address == 0 ? static_cast<u32>(address) : program::invalid_offset;
  });
}
WARPSCOPE_OP(IsSpace) {
  const u32* high = w.source(in.a, 2) + warp_size;
  const u32 space = in.imm;
  w.set_predicate(in.dst, ballot([=](u32 i) { return high[i] == space; }));
  return Flow::Next;
}
WARPSCOPE_OP(Nop) { return Flow::Next; }

} // namespace warpscope::exec::ops
