// The loops over 32 lanes that every arithmetic instruction is made of. They are written so that the compiler
// vectorizes them: no branches, whole vectors when all lanes are active, a blend when not. Results of
// inactive lanes may be computed but are never stored.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#ifdef WARPSCOPE_AVX2
#include <immintrin.h>
#endif

#include "sim/exec/shapes.h"
#include "sim/exec/warp.h"

/// Set by the files that are compiled for one kind of CPU (run_leaf_*.cpp).
#ifndef WARPSCOPE_TARGET
#define WARPSCOPE_TARGET
#endif

namespace warpscope::exec {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s32 = std::int32_t;
using s64 = std::int64_t;

inline constexpr u32 bit_of[warp_size] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

/// The lowest lane of a mask that is not empty.
WARPSCOPE_INLINE u32 first_lane(u32 mask) {
  return static_cast<u32>(std::countr_zero(mask)) & (warp_size - 1);
}

/// The value of lane i, of type T, that begins at `slot`; the high words of 8-byte values lie 32 words
/// further.
template <class T> WARPSCOPE_INLINE T get(const u32* slot, u32 i) {
  if constexpr (sizeof(T) == 8) {
    return std::bit_cast<T>(u64{slot[i]} | (u64{slot[i + warp_size]} << 32));
  } else {
    return std::bit_cast<T>(slot[i]);
  }
}
template <class T> WARPSCOPE_INLINE void put(u32* slot, u32 i, T value) {
  if constexpr (sizeof(T) == 8) {
    const u64 bits = std::bit_cast<u64>(value);
    slot[i] = static_cast<u32>(bits);
    slot[i + warp_size] = static_cast<u32>(bits >> 32);
  } else {
    slot[i] = std::bit_cast<u32>(value);
  }
}
template <class T> WARPSCOPE_INLINE void put_if(bool active, u32* slot, u32 i, T value) {
  if constexpr (sizeof(T) == 8) {
    const u64 bits = std::bit_cast<u64>(value);
    slot[i] = active ? static_cast<u32>(bits) : slot[i];
    slot[i + warp_size] = active ? static_cast<u32>(bits >> 32) : slot[i + warp_size];
  } else {
    slot[i] = active ? std::bit_cast<u32>(value) : slot[i];
  }
}

/// Eight words at any address, moved as one vector. The compiler splits such a memcpy into halves, and
/// reading a register that was written in halves stalls the host until both have left its store buffer.
using EightWords = u32 __attribute__((vector_size(32), aligned(4), may_alias));
WARPSCOPE_INLINE void copy_eight(void* to, const void* from) {
  *static_cast<EightWords*>(to) = *static_cast<const EightWords*>(from);
}
WARPSCOPE_INLINE void copy_lanes(u32* to, const u32* from) {
  for (u32 i = 0; i < warp_size; i += 8) copy_eight(to + i, from + i);
}

/// to[i] = the word at `at` + relative[i], a signed offset, for eight lanes.
WARPSCOPE_TARGET WARPSCOPE_INLINE void gather_eight(u32* to, const std::uint8_t* at, const u32* relative) {
#ifdef WARPSCOPE_AVX2
  const __m256i where = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(relative));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                      _mm256_i32gather_epi32(reinterpret_cast<const int*>(at), where, 1));
#else
  for (u32 i = 0; i < 8; ++i) std::memcpy(to + i, at + static_cast<s32>(relative[i]), sizeof(u32));
#endif
}
/// to[i] = the word at host + (offsets[i] - origin), for all lanes.
WARPSCOPE_TARGET WARPSCOPE_INLINE void gather_words(u32* to, const std::uint8_t* host, const u32* offsets,
                                                    u32 origin) {
#ifdef WARPSCOPE_AVX2
  // The host's gather takes signed indices: shift them by half a window, and the pointer the other way.
  constexpr u32 half = 0x8000'0000u;
  const __m256i less = _mm256_set1_epi32(static_cast<int>(origin + half));
  for (u32 i = 0; i < warp_size; i += 8) {
    const __m256i where = _mm256_sub_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(offsets + i)),
                                           less);
    const __m256i words = _mm256_i32gather_epi32(reinterpret_cast<const int*>(host + half), where, 1);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + i), words);
  }
#else
  for (u32 i = 0; i < warp_size; ++i) std::memcpy(to + i, host + (offsets[i] - origin), sizeof(u32));
#endif
}

// dst may be the register of an operand: each lane is read before it is written, hence ivdep.
#define WARPSCOPE_FOR_LANES _Pragma("GCC ivdep") for (u32 i = 0; i < warp_size; ++i)

/// dst[i] = f(i) in the active lanes.
template <class R, class F> WARPSCOPE_INLINE void each(u32* to, u32 mask, F f) {
  if (mask == all_lanes) {
    WARPSCOPE_FOR_LANES put<R>(to, i, f(i));
  } else {
    WARPSCOPE_FOR_LANES put_if<R>((mask & bit_of[i]) != 0, to, i, f(i));
  }
}

template <class T> inline constexpr u32 words_of = sizeof(T) / sizeof(u32);

template <class T> WARPSCOPE_INLINE bool uniform(const Warp& w, u32 operand) {
  return w.uniform(operand, words_of<T>);
}
/// The value of an operand that is uniform.
template <class T> WARPSCOPE_INLINE T uniform_value(const Warp& w, u32 operand) {
  if constexpr (sizeof(T) == 8) {
    return std::bit_cast<T>(u64{w.tag(operand).base} | (u64{w.tag(operand + 1).base} << 32));
  } else {
    return std::bit_cast<T>(w.tag(operand).base);
  }
}
template <class T> WARPSCOPE_INLINE Flow set_uniform(const Warp& w, u32 slot, T value) {
  if constexpr (sizeof(T) == 8) {
    const u64 bits = std::bit_cast<u64>(value);
    w.set_tag(slot, static_cast<u32>(bits), ShapeTable::uniform);
    w.set_tag(slot + 1, static_cast<u32>(bits >> 32), ShapeTable::uniform);
  } else {
    w.set_tag(slot, std::bit_cast<u32>(value), ShapeTable::uniform);
  }
  return Flow::Next;
}
/// dst[i] = f(i) in the active lanes. The caller has fetched the operands that f reads (Warp::source).
template <class R, class F> WARPSCOPE_INLINE Flow set_lanes(const Warp& w, u32 dst, F f) {
  const u32 lanes = w.write_mask();
  each<R>(w.destination(dst, words_of<R>, lanes), lanes, f);
  return Flow::Next;
}

template <class R, class A, class F>
WARPSCOPE_INLINE Flow map1(Warp& w, const program::Instruction& in, F f) {
  if (uniform<A>(w, in.a)) return set_uniform<R>(w, in.dst, f(uniform_value<A>(w, in.a)));
  const u32* a = w.source(in.a, words_of<A>);
  return set_lanes<R>(w, in.dst, [=](u32 i) { return f(get<A>(a, i)); });
}
template <class R, class A, class B, class F>
WARPSCOPE_INLINE Flow map2(Warp& w, const program::Instruction& in, F f) {
  if (uniform<A>(w, in.a) && uniform<B>(w, in.b)) {
    return set_uniform<R>(w, in.dst, f(uniform_value<A>(w, in.a), uniform_value<B>(w, in.b)));
  }
  const u32* a = w.source(in.a, words_of<A>);
  const u32* b = w.source(in.b, words_of<B>);
  return set_lanes<R>(w, in.dst, [=](u32 i) { return f(get<A>(a, i), get<B>(b, i)); });
}
template <class T, class F> WARPSCOPE_INLINE Flow map3(Warp& w, const program::Instruction& in, F f) {
  if (uniform<T>(w, in.a) && uniform<T>(w, in.b) && uniform<T>(w, in.c)) {
    return set_uniform<T>(w, in.dst,
                          f(uniform_value<T>(w, in.a), uniform_value<T>(w, in.b), uniform_value<T>(w, in.c)));
  }
  const u32* a = w.source(in.a, words_of<T>);
  const u32* b = w.source(in.b, words_of<T>);
  const u32* c = w.source(in.c, words_of<T>);
  return set_lanes<T>(w, in.dst, [=](u32 i) { return f(get<T>(a, i), get<T>(b, i), get<T>(c, i)); });
}

/// Bit i is f(i), for all 32 lanes.
template <class F> WARPSCOPE_INLINE u32 ballot(F f) {
  u32 bits = 0;
  for (u32 i = 0; i < warp_size; ++i) bits |= f(i) ? bit_of[i] : 0;
  return bits;
}
template <class A, class F> WARPSCOPE_INLINE Flow test2(Warp& w, const program::Instruction& in, F f) {
  if (uniform<A>(w, in.a) && uniform<A>(w, in.b)) {
    w.set_predicate(in.dst, f(uniform_value<A>(w, in.a), uniform_value<A>(w, in.b)) ? all_lanes : 0);
    return Flow::Next;
  }
  const u32* a = w.source(in.a, words_of<A>);
  const u32* b = w.source(in.b, words_of<A>);
  w.set_predicate(in.dst, ballot([=](u32 i) { return f(get<A>(a, i), get<A>(b, i)); }));
  return Flow::Next;
}

} // namespace warpscope::exec
