// Moves, integer arithmetic, integer comparisons, predicates, address arithmetic. One function per opcode of that name.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "sim/exec/lanes.h"
#include "sim/program/enums.h"

namespace warpscope::exec::ops {

#define WARPSCOPE_OP(name) WARPSCOPE_INLINE Flow name([[maybe_unused]] Warp& w, [[maybe_unused]] const Instruction& in)
#define WARPSCOPE_UNARY(name, R, A, expression)                                                                         \
  WARPSCOPE_OP(name) { return map1<R, A>(w, in, [](A a) -> R { return expression; }); }
#define WARPSCOPE_BINARY(name, T, expression)                                                                           \
  WARPSCOPE_OP(name) { return map2<T, T, T>(w, in, [](T a, T b) -> T { return expression; }); }

// -- moves ---------------------------------------------------------------------------------------------------------------
WARPSCOPE_UNARY(Mov32, u32, u32, a)
WARPSCOPE_UNARY(Mov64, u64, u64, a)
WARPSCOPE_OP(MovP) {
  w.set_predicate(in.dst, w.predicate(in.a));
  return Flow::Next;
}
template <class T> WARPSCOPE_INLINE Flow select(Warp& w, const Instruction& in) {
  const u32 p = w.predicate(in.a);
  const u32* b = w.source(in.b);
  const u32* c = w.source(in.c);
  each<T>(w.destination(in.dst), w.mask, [=](u32 i) {
    const T yes = get<T>(b, i), no = get<T>(c, i); // both read first: a choice of values, not of loads
    return (p & bit_of[i]) != 0 ? yes : no;
  });
  return Flow::Next;
}
WARPSCOPE_OP(Select32) { return select<u32>(w, in); }
WARPSCOPE_OP(Select64) { return select<u64>(w, in); }
WARPSCOPE_OP(SelectP) {
  const u32 p = w.predicate(in.a);
  w.set_predicate(in.dst, (p & w.predicate(in.b)) | (~p & w.predicate(in.c)));
  return Flow::Next;
}

// -- arithmetic, 32 and 64 bits -----------------------------------------------------------------------------------------
template <class T> WARPSCOPE_INLINE T high_product(T a, T b) {
  if constexpr (sizeof(T) == 4) {
    using Wide = std::conditional_t<std::is_signed_v<T>, s64, u64>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> 32);
  } else {
    __extension__ using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> 64);
  }
}
template <class T> WARPSCOPE_INLINE T shift_left(T a, T b) { return b < sizeof(T) * 8 ? a << (b & (sizeof(T) * 8 - 1)) : 0; }
template <class T> WARPSCOPE_INLINE T shift_right(T a, T b) { return b < sizeof(T) * 8 ? a >> (b & (sizeof(T) * 8 - 1)) : 0; }
template <class T> WARPSCOPE_INLINE T shift_right_signed(T a, T b) {
  constexpr T last = sizeof(T) * 8 - 1;
  return static_cast<T>(static_cast<std::make_signed_t<T>>(a) >> (b < last ? b : last));
}
template <class T> WARPSCOPE_INLINE T magnitude(T a) {
  const T sign = static_cast<T>(0) - (a >> (sizeof(T) * 8 - 1)); // all ones below zero
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

#define WARPSCOPE_INTEGER_OPS(bits, U, S)                                                                               \
  WARPSCOPE_BINARY(Add##bits, U, a + b)                                                                                 \
  WARPSCOPE_BINARY(Sub##bits, U, a - b)                                                                                 \
  WARPSCOPE_BINARY(Mul##bits, U, a * b)                                                                                 \
  WARPSCOPE_BINARY(MulHiU##bits, U, high_product<U>(a, b))                                                              \
  WARPSCOPE_BINARY(MulHiS##bits, S, high_product<S>(a, b))                                                              \
  WARPSCOPE_BINARY(And##bits, U, a & b)                                                                                 \
  WARPSCOPE_BINARY(Or##bits, U, a | b)                                                                                  \
  WARPSCOPE_BINARY(Xor##bits, U, a ^ b)                                                                                 \
  WARPSCOPE_BINARY(Shl##bits, U, shift_left(a, b))                                                                      \
  WARPSCOPE_BINARY(ShrU##bits, U, shift_right(a, b))                                                                    \
  WARPSCOPE_BINARY(ShrS##bits, U, shift_right_signed(a, b))                                                             \
  WARPSCOPE_BINARY(MinU##bits, U, a < b ? a : b)                                                                        \
  WARPSCOPE_BINARY(MinS##bits, S, a < b ? a : b)                                                                        \
  WARPSCOPE_BINARY(MaxU##bits, U, a > b ? a : b)                                                                        \
  WARPSCOPE_BINARY(MaxS##bits, S, a > b ? a : b)                                                                        \
  WARPSCOPE_UNARY(AbsS##bits, U, U, magnitude(a))                                                                       \
  WARPSCOPE_UNARY(Clz##bits, U, U, static_cast<U>(std::countl_zero(a)))                                                 \
  WARPSCOPE_UNARY(Ctz##bits, U, U, static_cast<U>(std::countr_zero(a)))                                                 \
  WARPSCOPE_UNARY(Popc##bits, U, U, static_cast<U>(std::popcount(a)))                                                   \
  WARPSCOPE_UNARY(Brev##bits, U, U, reverse_bits(a))
WARPSCOPE_INTEGER_OPS(32, u32, s32)
WARPSCOPE_INTEGER_OPS(64, u64, s64)
#undef WARPSCOPE_INTEGER_OPS

/// Quotients and remainders: the operands are looked at before anything is written.
template <class T, class F> WARPSCOPE_INLINE Flow divide(Warp& w, const Instruction& in, F f) {
  const u32* a = w.source(in.a);
  const u32* b = w.source(in.b);
  const u32 zero = ballot([=](u32 i) { return get<T>(b, i) == 0; }) & w.mask;
  if (zero != 0) return w.divide_fault(zero, "divides by zero");
  if constexpr (std::is_signed_v<T>) {
    const u32 over = w.mask & ballot([=](u32 i) {
      return (get<T>(b, i) == -1) & (get<T>(a, i) == std::numeric_limits<T>::min());
    });
    if (over != 0) return w.divide_fault(over, "divides the smallest integer by -1, which has no result");
  }
  u32* to = w.destination(in.dst);
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const auto i = first_lane(rest);
    put<T>(to, i, f(get<T>(a, i), get<T>(b, i)));
  }
  return Flow::Next;
}
#define WARPSCOPE_DIVISION(bits, U, S)                                                                                  \
  WARPSCOPE_OP(DivU##bits) { return divide<U>(w, in, [](U a, U b) -> U { return a / b; }); }                            \
  WARPSCOPE_OP(DivS##bits) { return divide<S>(w, in, [](S a, S b) -> S { return a / b; }); }                            \
  WARPSCOPE_OP(RemU##bits) { return divide<U>(w, in, [](U a, U b) -> U { return a % b; }); }                            \
  WARPSCOPE_OP(RemS##bits) { return divide<S>(w, in, [](S a, S b) -> S { return a % b; }); }
WARPSCOPE_DIVISION(32, u32, s32)
WARPSCOPE_DIVISION(64, u64, s64)
#undef WARPSCOPE_DIVISION

/// __byte_perm: nibble i of c chooses byte i out of the eight of (b:a); its top bit spreads that byte's sign.
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
WARPSCOPE_OP(Prmt32) { return map3<u32>(w, in, [](u32 a, u32 b, u32 c) { return permute_bytes(a, b, c); }); }
WARPSCOPE_OP(FunnelL32) {
  return map3<u32>(w, in, [](u32 a, u32 b, u32 c) {
    return static_cast<u32>((((u64{a} << 32) | b) << (c & 31)) >> 32);
  });
}
WARPSCOPE_OP(FunnelR32) {
  return map3<u32>(w, in, [](u32 a, u32 b, u32 c) { return static_cast<u32>(((u64{a} << 32) | b) >> (c & 31)); });
}

// -- comparisons, predicates ----------------------------------------------------------------------------------------------
template <class U, class S> WARPSCOPE_INLINE Flow compare_integers(Warp& w, const Instruction& in) {
  switch (static_cast<Compare>(in.imm)) {
  case Compare::Eq: return test2<U>(w, in, [](U a, U b) { return a == b; });
  case Compare::Ne: return test2<U>(w, in, [](U a, U b) { return a != b; });
  case Compare::Ugt: return test2<U>(w, in, [](U a, U b) { return a > b; });
  case Compare::Uge: return test2<U>(w, in, [](U a, U b) { return a >= b; });
  case Compare::Ult: return test2<U>(w, in, [](U a, U b) { return a < b; });
  case Compare::Ule: return test2<U>(w, in, [](U a, U b) { return a <= b; });
  case Compare::Sgt: return test2<S>(w, in, [](S a, S b) { return a > b; });
  case Compare::Sge: return test2<S>(w, in, [](S a, S b) { return a >= b; });
  case Compare::Slt: return test2<S>(w, in, [](S a, S b) { return a < b; });
  default: return test2<S>(w, in, [](S a, S b) { return a <= b; }); // Sle: verify() lets no other through
  }
}
WARPSCOPE_OP(Icmp32) { return compare_integers<u32, s32>(w, in); }
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
  const u32 p = w.predicate(in.a);
  each<u32>(w.destination(in.dst), w.mask, [=](u32 i) { return (p & bit_of[i]) != 0 ? 1u : 0u; });
  return Flow::Next;
}
WARPSCOPE_OP(S32ToP) {
  const u32* a = w.source(in.a);
  w.set_predicate(in.dst, ballot([=](u32 i) { return (a[i] & 1) != 0; }));
  return Flow::Next;
}

// -- widths ----------------------------------------------------------------------------------------------------------------
WARPSCOPE_UNARY(Sext8, u32, u32, static_cast<u32>(static_cast<s32>(a << 24) >> 24))
WARPSCOPE_UNARY(Sext16, u32, u32, static_cast<u32>(static_cast<s32>(a << 16) >> 16))
WARPSCOPE_UNARY(Sext32To64, s64, s32, a)
WARPSCOPE_UNARY(Zext32To64, u64, u32, a)
WARPSCOPE_UNARY(Trunc64To32, u32, u64, static_cast<u32>(a))

// -- addresses ---------------------------------------------------------------------------------------------------------------
/// base + index * bytes as opcodes.def says; the product of a 64-bit index may itself overflow.
WARPSCOPE_INLINE u32 element_address(u32 base, s64 index, u32 bytes) {
  s64 distance = 0, sum = 0;
  const bool lost = __builtin_mul_overflow(index, static_cast<s64>(bytes), &distance) |
                    __builtin_add_overflow(distance, static_cast<s64>(base), &sum);
  const bool outside = lost | (sum < 0) | (sum >= (s64{1} << 32)) | (base == invalid_offset);
  return outside ? invalid_offset : static_cast<u32>(sum);
}
WARPSCOPE_OP(Gep32) {
  const u32* a = w.source(in.a);
  const u32* b = w.source(in.b);
  u32* to = w.destination(in.dst);
  const u32 bytes = in.imm;
  // With the base and the wrapped sum in the lower half of the window, and a product that fits 32 bits, nothing left the window:
  // a sum that did would have its top bit set, and so has an invalid_offset.
  const u32 limit = static_cast<u32>(u64{0x7fff'ffffu} >> std::bit_width(bytes)); // below 2^31 / bytes, without the host's slow division
  alignas(64) u32 sum[warp_size];
  u32 top = 0;
  for (u32 i = 0; i < warp_size; ++i) {
    sum[i] = a[i] + b[i] * bytes;
    top |= a[i] | sum[i] | ((b[i] + limit) > 2 * limit ? 0x8000'0000u : 0);
  }
  if ((top & 0x8000'0000u) == 0) {
    if (w.mask == all_lanes) {
      copy_lanes(to, sum);
    } else {
      each<u32>(to, w.mask, [&](u32 i) { return sum[i]; });
    }
  } else {
    each<u32>(to, w.mask, [=](u32 i) { return element_address(a[i], static_cast<s32>(b[i]), bytes); });
  }
  return Flow::Next;
}
WARPSCOPE_OP(Gep64) {
  const u32* a = w.source(in.a);
  const u32* b = w.source(in.b);
  const u32 bytes = in.imm;
  each<u32>(w.destination(in.dst), w.mask, [=](u32 i) { return element_address(a[i], get<s64>(b, i), bytes); });
  return Flow::Next;
}
WARPSCOPE_OP(ToGeneric) {
  const u32* a = w.source(in.a);
  const u64 space = u64{in.imm} << 32;
  each<u64>(w.destination(in.dst), w.mask, [=](u32 i) { return a[i] == 0 ? u64{0} : space | a[i]; });
  return Flow::Next;
}
WARPSCOPE_OP(FromGeneric) {
  const u32* a = w.source(in.a);
  const u32 space = in.imm;
  each<u32>(w.destination(in.dst), w.mask, [=](u32 i) {
    const u64 address = get<u64>(a, i);
    return (address >> 32) == space || address == 0 ? static_cast<u32>(address) : invalid_offset;
  });
  return Flow::Next;
}
WARPSCOPE_OP(IsSpace) {
  const u32* high = w.source(in.a) + warp_size;
  const u32 space = in.imm;
  w.set_predicate(in.dst, ballot([=](u32 i) { return high[i] == space; }));
  return Flow::Next;
}
WARPSCOPE_OP(Nop) { return Flow::Next; }

} // namespace warpscope::exec::ops
