// nvcuda::wmma: tiles of half and __nv_bfloat16 (16 x 16 x 16, 32 x 8 x 16, 8 x 32 x 16) with float and half accumulators,
// signed and unsigned char (the same shapes) with int, tf32 (16 x 16 x 8) with float, double (8 x 8 x 4); experimental:
// signed and unsigned numbers of 4 bits (8 x 8 x 32) and bits (8 x 8 x 128) with int, A by rows and B by columns.
// Approximated: The products of mma_sync are added in float (int, double), one after the other; a tensor core's own order and rounding are not documented.
// Approximated: Loads and stores are made of what nvcc 13 makes of them for sm_90 (half's read back on an H100, the others' from the assembly): from shared memory one ldmatrix for 16 x 16 elements of half or 16 x 16 bytes along k, else accesses of 32 bits, of single elements where bytes lie across k, for tf32 and double; accumulators as pairs along a line or one by one.
// Approximated: Fragments of 4 bits and of one bit lie as those of mma.sync's m8n8k32 and m8n8k128 in the PTX ISA; no GPU was asked.
#pragma once
#include "__warpscope/matrix.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
namespace nvcuda {
namespace wmma {
__WS_BEGIN
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
namespace precision {
struct tf32 {
}; // complete, so that a fragment of it in a wrong shape is refused by name and not as an incomplete type
} // namespace precision
namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental
enum layout_t { mem_row_major, mem_col_major };

/// What a fragment is loaded from, and what its elements are.
template <class T> struct __ws_storage {
  using type = T;
};
template <> struct __ws_storage<precision::tf32> {
  using type = float;
};
template <> struct __ws_storage<experimental::precision::u4> {
  using type = int;
};
template <> struct __ws_storage<experimental::precision::s4> {
  using type = int;
};
template <> struct __ws_storage<experimental::precision::b1> {
  using type = int;
};

template <class A, class B> constexpr bool __ws_same_use = false;
template <class A> constexpr bool __ws_same_use<A, A> = true;

/// Elements by their bits; a register of A or B holds `per` of them. known: as a factor; sums: as an accumulator.
template <class T> struct __ws_element {
  static constexpr bool known = false, sums = false;
  static constexpr int per = 1;
};
template <> struct __ws_element<__half> {
  static constexpr int type = warpscope_fragment::Half;
  static constexpr bool known = true, sums = true;
  static constexpr int per = 2;
  using word = unsigned;
  using sum = float;
  static __ws_fn float value(unsigned w, int e) { return __ws_f16_to_f32((unsigned short)(w >> (16 * e))); }
  static __ws_fn void put(__half *x, unsigned w) {
    x[0] = __half(__half_raw{(unsigned short)w}), x[1] = __half(__half_raw{(unsigned short)(w >> 16)});
  }
  static __ws_fn unsigned get(const __half *x) { return x[0].__x | (unsigned)x[1].__x << 16; }
};
template <> struct __ws_element<__nv_bfloat16> {
  static constexpr int type = warpscope_fragment::BFloat16;
  static constexpr bool known = true, sums = false;
  static constexpr int per = 2;
  using word = unsigned;
  using sum = float;
  static __ws_fn float value(unsigned w, int e) { return __ws_bf16_to_f32((unsigned short)(w >> (16 * e))); }
  static __ws_fn void put(__nv_bfloat16 *x, unsigned w) {
    x[0] = __ushort_as_bfloat16((unsigned short)w), x[1] = __ushort_as_bfloat16((unsigned short)(w >> 16));
  }
  static __ws_fn unsigned get(const __nv_bfloat16 *x) {
    return __bfloat16_as_ushort(x[0]) | (unsigned)__bfloat16_as_ushort(x[1]) << 16;
  }
};
template <class T> struct __ws_byte_element {
  static constexpr int type = T(-1) < T(0) ? warpscope_fragment::S8 : warpscope_fragment::U8;
  static constexpr bool known = true, sums = false;
  static constexpr int per = 4;
  using word = unsigned;
  using sum = long long;
  static __ws_fn int value(unsigned w, int e) { return (int)(T)(w >> (8 * e)); }
  static __ws_fn void put(T *x, unsigned w) {
    x[0] = (T)w, x[1] = (T)(w >> 8), x[2] = (T)(w >> 16), x[3] = (T)(w >> 24);
  }
  static __ws_fn unsigned get(const T *x) {
    return (unsigned)(unsigned char)x[0] | (unsigned)(unsigned char)x[1] << 8 |
           (unsigned)(unsigned char)x[2] << 16 | (unsigned)(unsigned char)x[3] << 24;
  }
};
template <> struct __ws_element<signed char> : __ws_byte_element<signed char> {};
template <> struct __ws_element<unsigned char> : __ws_byte_element<unsigned char> {};
template <> struct __ws_element<precision::tf32> {
  static constexpr int type = warpscope_fragment::Tf32;
  static constexpr bool known = true, sums = false;
  static constexpr int per = 1;
  using word = unsigned;
  using sum = float;
  static __ws_fn float value(unsigned w, int) {
    return __uint_as_float(w & 0xffffe000u);
  } // what lies below is not looked at
  static __ws_fn void put(float *x, unsigned w) { x[0] = __uint_as_float(w); }
  static __ws_fn unsigned get(const float *x) { return __float_as_uint(x[0]); }
};
template <> struct __ws_element<double> {
  static constexpr int type = warpscope_fragment::Double;
  static constexpr bool known = true, sums = true;
  static constexpr int per = 1;
  using word = unsigned long long;
  using sum = double;
  static __ws_fn double value(unsigned long long w, int) { return __longlong_as_double((long long)w); }
  static __ws_fn void put(double *x, unsigned long long w) { x[0] = __longlong_as_double((long long)w); }
  static __ws_fn unsigned long long get(const double *x) {
    return (unsigned long long)__double_as_longlong(x[0]);
  }
};
template <> struct __ws_element<float> {
  static constexpr int type = warpscope_fragment::Float;
  static constexpr bool known = false, sums = true;
  static constexpr int per = 1;
};
template <> struct __ws_element<int> {
  static constexpr int type = warpscope_fragment::S32;
  static constexpr bool known = false, sums = true;
  static constexpr int per = 1;
};

/// Numbers of less than a byte, a register of them in one element of storage.
template <int kind, int bits> struct __ws_packed_element {
  static constexpr int type = kind;
  static constexpr bool known = true, sums = false;
  static constexpr int per = 32 / bits;
  using word = unsigned;
  using sum = long long;
  static __ws_fn void put(int *x, unsigned w) { x[0] = (int)w; }
  static __ws_fn unsigned get(const int *x) { return (unsigned)x[0]; }
};
template <>
struct __ws_element<experimental::precision::s4> : __ws_packed_element<warpscope_fragment::S4, 4> {
  static __ws_fn int value(unsigned w, int e) { return (int)(w << (28 - 4 * e)) >> 28; }
};
template <>
struct __ws_element<experimental::precision::u4> : __ws_packed_element<warpscope_fragment::U4, 4> {
  static __ws_fn int value(unsigned w, int e) { return (int)(w >> (4 * e) & 15u); }
};
template <>
struct __ws_element<experimental::precision::b1> : __ws_packed_element<warpscope_fragment::Bit, 1> {
  static __ws_fn int value(unsigned w, int e) { return (int)(w >> e & 1u); }
};

template <int v> struct __ws_number {
  static constexpr int value = v;
};
/// f(0), f(1), … with numbers that are constants: what they index stays in registers.
template <int i, int n, class F> __ws_fn void __ws_each(const F &f) {
  if constexpr (i < n) {
    f(__ws_number<i>());
    __ws_each<i + 1, n>(f);
  }
}
#define __WS_EACH(i) [&](auto i) __attribute__((always_inline))

/// A line is a row of A or a column of B. Register (block, chunk) of a lane holds line lane / 4 + 8 block, elements
/// per (lane % 4) + 4 per chunk … along k. Of an accumulator pair j has line lane / 4 + 8 line_block(j), elements
/// 2 (lane % 4) + 8 pair_block(j) and the next along it; lines are rows, but columns of a tile of 8 x 32.
template <class Use, int m, int n, int k, class T> struct __ws_tile {
  static constexpr bool is_a = __ws_same_use<Use, matrix_a>, is_sum = __ws_same_use<Use, accumulator>;
  static constexpr bool halves = __ws_same_use<T, __half>,
                        bytes = __ws_same_use<T, signed char> || __ws_same_use<T, unsigned char>;
  static constexpr bool nibbles = __ws_same_use<T, experimental::precision::s4> ||
                                  __ws_same_use<T, experimental::precision::u4>,
                        bits = __ws_same_use<T, experimental::precision::b1>, packed = nibbles || bits;
  static constexpr bool by_nibbles = m == 8 && n == 8 && k == 32, by_bits = m == 8 && n == 8 && k == 128;
  static constexpr bool three = k == 16 &&
                                ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
  static constexpr bool small = m == 16 && n == 16 && k == 8, tiny = m == 8 && n == 8 && k == 4;
  static constexpr bool supported = is_sum
                                        ? ((halves || __ws_same_use<T, int>) && three) ||
                                              (__ws_same_use<T, int> && (by_nibbles || by_bits)) ||
                                              (__ws_same_use<T, float> && (three || small)) ||
                                              (__ws_same_use<T, double> && tiny)
                                        : ((halves || bytes || __ws_same_use<T, __nv_bfloat16>) && three) ||
                                              (nibbles && by_nibbles) || (bits && by_bits) ||
                                              (__ws_same_use<T, precision::tf32> && small) ||
                                              (__ws_same_use<T, double> && tiny);
  static constexpr int per = __ws_element<T>::per, lines = is_a ? m : n;
  static constexpr int blocks = lines / 8 > 0 ? lines / 8 : 1, chunks = k / (4 * per) > 0 ? k / (4 * per) : 1;
  static constexpr int registers = blocks * chunks;
  static constexpr int stored = packed ? 1 : per; ///< elements of storage for a register
  static constexpr int num_elements = is_sum   ? (m * n / 32 > 0 ? m * n / 32 : 1)
                                      : halves ? 16
                                               : registers * per;
  static constexpr bool across = m == 8 && n == 32;
  static constexpr int index(int block, int chunk) {
    return warpscope_fragment::wmma_register(is_a, blocks, chunks, block, chunk);
  }
  static constexpr int line_block(int j) { return warpscope_fragment::sum_line_block(m == 16 && n == 16, j); }
  static constexpr int pair_block(int j) { return warpscope_fragment::sum_pair_block(m == 16 && n == 16, j); }
};

template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
  using __tile = __ws_tile<Use, m, n, k, T>;
  typedef T element_type;
  typedef typename __ws_storage<T>::type storage_element_type;
  static constexpr bool __supported = __tile::supported;
  static constexpr int num_elements = __tile::num_elements;
  static constexpr int num_storage_elements = __tile::packed ? __tile::registers : num_elements;
  storage_element_type x[num_storage_elements];
};
#define __WS_NO_TILE                                                                                         \
  __ws_unsupported("nvcuda::wmma with this tile shape or element type (half, bfloat16, char: "               \
                   "16 x 16 x 16, 32 x 8 x 16, 8 x 32 x 16; tf32: 16 x 16 x 8; double: 8 x 8 x 4; of A by rows " \
                   "and B by columns 4 bits: 8 x 8 x 32, one bit: 8 x 8 x 128)")

__ws_fn float __float_to_tf32(float x) {
  const unsigned bits = __float_as_uint(x);
  return (bits & 0x7f800000u) == 0x7f800000u ? x : __uint_as_float((bits + 0x1000u) & 0xffffe000u);
}

template <class F, class V> __ws_fn void fill_fragment(F &f, const V &value) {
  if constexpr (!F::__supported) __WS_NO_TILE;
  else
    for (int i = 0; i < F::num_storage_elements; ++i) f.x[i] = typename F::storage_element_type(value);
}

/// Fills the registers of A or B. natural: memory is contiguous along k.
template <class Tile, bool natural, class T, class S, class W>
__ws_fn void __ws_load_registers(W (&r)[Tile::registers], const S *memory, unsigned stride) {
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId);
  using E = __ws_element<T>;
  constexpr bool narrow = Tile::per == 2;
  if constexpr (Tile::halves || (Tile::bytes && natural)) {
    if (__ws_is_space(memory, __WS_SPACE_Shared)) {
      // Matrices of 8 lines of 16 bytes, or of 8 times 8 halves that lie across: two blocks of lines in one ldmatrix.
      constexpr bool pairs = Tile::is_a || Tile::blocks > 2;
      constexpr int group = Tile::blocks < 2 ? 1 : 2, count = group * Tile::chunks;
      __ws_each<0, Tile::blocks / group>(__WS_EACH(g) {
        const unsigned j = lane / 8u % count;
        const unsigned block = g.value * group + (group == 1 ? 0u : pairs ? j % 2u : j / Tile::chunks);
        const unsigned chunk = Tile::chunks == 1 ? 0u : pairs && group == 2 ? j / 2u : j % 2u;
        unsigned parts[4];
        __ws_ldmatrix<count, !natural>(
            parts, (const uint4 *)(natural ? memory + (8u * block + lane % 8u) * stride + 8u * chunk
                                           : memory + (8u * chunk + lane % 8u) * stride + 8u * block));
        __ws_each<0, count>(__WS_EACH(i) { r[g.value * count + i.value] = parts[i.value]; });
      });
      return;
    }
  }
  __ws_each<0, Tile::chunks>(__WS_EACH(c) {
    __ws_each<0, Tile::blocks>(__WS_EACH(b) {
      constexpr int at = Tile::index(decltype(b)::value, decltype(c)::value);
      const unsigned line = warpscope_fragment::line_of(lane, b.value),
                     along = warpscope_fragment::along_of(lane, c.value, Tile::per);
      if constexpr (natural && Tile::per > 1) {
        r[at] = *(const unsigned *)(memory + line * stride + along);
      } else if constexpr (narrow) {
        r[at] = __ws_transposed(*(const unsigned *)(memory + (lane / 4u + 8u * c.value) * stride +
                                                    lane % 4u * 2u + 8u * b.value));
      } else if constexpr (Tile::per == 4) {
        unsigned word = 0;
        __ws_each<0, 4>(__WS_EACH(e) {
          word |= (unsigned)(unsigned char)memory[(along + e.value) * stride + line] << (8 * e.value);
        });
        r[at] = word;
      } else {
        r[at] = E::get(natural ? memory + line * stride + along : memory + along * stride + line);
      }
    });
  });
}

/// A line's registers lie one after the other; `stride` counts elements.
template <class Use, int m, int n, int k, class T, class Layout>
__ws_fn void __ws_load_packed(fragment<Use, m, n, k, T, Layout> &f, const void *memory, unsigned stride) {
  using Tile = __ws_tile<Use, m, n, k, T>;
  if constexpr (!Tile::supported || __ws_same_use<Layout, row_major> != Tile::is_a) {
    __WS_NO_TILE;
  } else {
    const unsigned lane = __ws_special(__WS_SPECIAL_LaneId);
    const unsigned element = warpscope_fragment::line_of(lane, 0u) * stride +
                             warpscope_fragment::along_of(lane, 0u, Tile::per);
    f.x[0] = *(const int *)((const char *)memory + element / (8u / (32u / Tile::per)));
  }
}
template <class Use, int m, int n, int k, class T, class Layout>
__ws_fn void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f,
                              const typename __ws_storage<T>::type *memory, unsigned stride) {
  using Tile = __ws_tile<Use, m, n, k, T>;
  if constexpr (!Tile::supported) {
    __WS_NO_TILE;
  } else if constexpr (Tile::packed) {
    __ws_load_packed(f, memory, stride);
  } else {
    constexpr bool is_row = __ws_same_use<Layout, row_major>;
    using E = __ws_element<T>;
    typename E::word r[Tile::registers];
    __ws_load_registers<Tile, is_row == Tile::is_a, T>(r, memory, stride);
    // A fragment of halves has 16 elements: those of a smaller tile come again.
    __ws_each<0, Tile::num_elements / Tile::per>(
        __WS_EACH(i) { E::put(f.x + i.value * Tile::per, r[i.value % Tile::registers]); });
  }
}

#define __WS_PACKED(T, depth)                                                                                \
  template <class Layout>                                                                                    \
  __ws_fn void load_matrix_sync(fragment<matrix_a, 8, 8, depth, experimental::precision::T, Layout> &f,      \
                                const void *memory, unsigned stride) {                                       \
    __ws_load_packed(f, memory, stride);                                                                     \
  }                                                                                                          \
  template <class Layout>                                                                                    \
  __ws_fn void load_matrix_sync(fragment<matrix_b, 8, 8, depth, experimental::precision::T, Layout> &f,      \
                                const void *memory, unsigned stride) {                                       \
    __ws_load_packed(f, memory, stride);                                                                     \
  }
__WS_PACKED(s4, 32)
__WS_PACKED(u4, 32)
__WS_PACKED(b1, 128)
#undef __WS_PACKED

template <class T> struct __ws_two;
template <> struct __ws_two<float> {
  using type = float2;
};
template <> struct __ws_two<int> {
  using type = int2;
};
template <> struct __ws_two<double> {
  using type = double2;
};
/// Where pair j of an accumulator begins in memory, which is contiguous along the lines or across them.
template <class Tile, class T> __ws_fn T *__ws_place(T *memory, unsigned stride, bool along_lines, int j) {
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId);
  const unsigned line = warpscope_fragment::line_of(lane, Tile::line_block(j)),
                 along = warpscope_fragment::pair_of(lane, Tile::pair_block(j));
  return along_lines ? memory + line * stride + along : memory + along * stride + line;
}
/// Where a pair of halves lies: across the lines it is one of the transposed block.
template <class Tile, class T>
__ws_fn unsigned *__ws_narrow_place(const T *memory, unsigned stride, bool along_lines, int j) {
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId);
  const unsigned block = along_lines ? Tile::line_block(j) : Tile::pair_block(j),
                 part = along_lines ? Tile::pair_block(j) : Tile::line_block(j);
  return (unsigned *)(memory + warpscope_fragment::line_of(lane, block) * stride +
                      warpscope_fragment::pair_of(lane, part));
}

template <int m, int n, int k, class T>
__ws_fn void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *memory, unsigned stride,
                              layout_t layout) {
  using Tile = __ws_tile<accumulator, m, n, k, T>;
  if constexpr (!Tile::supported) {
    __WS_NO_TILE;
  } else {
    const bool along_lines = (layout == mem_row_major) != Tile::across;
    __ws_each<0, Tile::num_elements / 2>(__WS_EACH(j) {
      if constexpr (Tile::halves) {
        const unsigned part = *__ws_narrow_place<Tile>(memory, stride, along_lines, j.value);
        __ws_element<T>::put(f.x + 2 * j.value, along_lines ? part : __ws_transposed(part));
      } else {
        const T *at = __ws_place<Tile>(memory, stride, along_lines, j.value);
        if (along_lines) {
          const typename __ws_two<T>::type pair = *(const typename __ws_two<T>::type *)at;
          f.x[2 * j.value] = pair.x;
          f.x[2 * j.value + 1] = pair.y;
        } else {
          f.x[2 * j.value] = at[0];
          f.x[2 * j.value + 1] = at[stride];
        }
      }
    });
  }
}
template <int m, int n, int k, class T>
__ws_fn void store_matrix_sync(T *memory, const fragment<accumulator, m, n, k, T> &f, unsigned stride,
                               layout_t layout) {
  using Tile = __ws_tile<accumulator, m, n, k, T>;
  if constexpr (!Tile::supported) {
    __WS_NO_TILE;
  } else {
    const bool along_lines = (layout == mem_row_major) != Tile::across;
    __ws_each<0, Tile::num_elements / 2>(__WS_EACH(j) {
      if constexpr (Tile::halves) {
        const unsigned part = __ws_element<T>::get(f.x + 2 * j.value);
        *__ws_narrow_place<Tile>(memory, stride, along_lines, j.value) = along_lines ? part
                                                                                     : __ws_transposed(part);
      } else {
        T *at = __ws_place<Tile>(memory, stride, along_lines, j.value);
        if (along_lines) {
          *(typename __ws_two<T>::type *)at = typename __ws_two<T>::type{f.x[2 * j.value],
                                                                         f.x[2 * j.value + 1]};
        } else {
          at[0] = f.x[2 * j.value];
          at[stride] = f.x[2 * j.value + 1];
        }
      }
    });
  }
}

__ws_fn unsigned __ws_word_from(unsigned word, unsigned lane) {
  return __ws_shfl(~0u, __WS_SHUFFLE_Idx, word, lane, 0x1fu);
}
__ws_fn unsigned long long __ws_word_from(unsigned long long word, unsigned lane) {
  return __ws_word_from((unsigned)word, lane) |
         (unsigned long long)__ws_word_from((unsigned)(word >> 32), lane) << 32;
}
__ws_fn float __ws_plus_product(float x, float y, float sum) { return __ws_fma_f32(x, y, sum); }
__ws_fn double __ws_plus_product(double x, double y, double sum) { return __ws_fma_f64(x, y, sum); }
__ws_fn long long __ws_plus_product(int x, int y, long long sum) { return sum + x * y; }
/// Adds the products of the lines that each lane's pairs belong to; lanes get them from those that hold them.
template <class Sum, class Of, class With, class E, class V, class W>
__ws_fn void __ws_multiply(V *sum, const W (&of)[Of::registers], const W (&with)[With::registers]) {
  // What is used more than once is made once: nothing behind this header finds it again.
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId);
  const unsigned row = warpscope_fragment::first_lane_of_row(lane),
                 column = warpscope_fragment::first_lane_of_pair(lane);
  using __ws_number = decltype(E::value(W(), 0));
  __ws_each<0, Of::chunks>(__WS_EACH(c) {
    __ws_each<0, 4>(__WS_EACH(t) {
      __ws_number x[Of::blocks * Of::per], y[2 * With::blocks * Of::per];
      const unsigned from = row + t.value, first = column + t.value,
                     second = first + warpscope_fragment::first_lane_of(1u);
      __ws_each<0, Of::blocks>(__WS_EACH(b) {
        const W word = __ws_word_from(of[Of::index(decltype(b)::value, decltype(c)::value)], from);
        __ws_each<0, Of::per>(__WS_EACH(e) { x[b.value * Of::per + e.value] = E::value(word, e.value); });
      });
      __ws_each<0, With::blocks>(__WS_EACH(b) {
        constexpr int at = With::index(decltype(b)::value, decltype(c)::value);
        const W one = __ws_word_from(with[at], first), other = __ws_word_from(with[at], second);
        __ws_each<0, Of::per>(__WS_EACH(e) {
          y[2 * b.value * Of::per + e.value] = E::value(one, e.value);
          y[(2 * b.value + 1) * Of::per + e.value] = E::value(other, e.value);
        });
      });
      __ws_each<0, Of::per>(__WS_EACH(e) {
        __ws_each<0, Sum::num_elements>(__WS_EACH(i) {
          constexpr int pair = decltype(i)::value / 2;
          sum[i.value] = __ws_plus_product(x[Sum::line_block(pair) * Of::per + e.value],
                                           y[(2 * Sum::pair_block(pair) + i.value % 2) * Of::per + e.value],
                                           sum[i.value]);
        });
      });
    });
  });
}
/// The same for the tile that most programs have, written out: fewer instructions.
template <class E>
__ws_fn void __ws_multiply_16(float (&sum)[8], const unsigned (&a)[4], const unsigned (&b)[4], unsigned kb,
                              unsigned kp) {
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId);
  const unsigned from_a = warpscope_fragment::first_lane_of_row(lane) + kp,
                 from_b = warpscope_fragment::first_lane_of_pair(lane) + kp;
  const unsigned a0 = __ws_word_from(a[2u * kb], from_a), a1 = __ws_word_from(a[2u * kb + 1u], from_a);
  const unsigned b00 = __ws_word_from(b[kb], from_b), b01 = __ws_word_from(b[kb], from_b + 4u);
  const unsigned b10 = __ws_word_from(b[2u + kb], from_b), b11 = __ws_word_from(b[2u + kb], from_b + 4u);
#define __WS_SUM(i, x, y)                                                                                    \
  sum[i] = __ws_fma_f32(E::value(x & 0xffffu, 0), E::value(y & 0xffffu, 0), sum[i]);                         \
  sum[i] = __ws_fma_f32(E::value(x, 1), E::value(y, 1), sum[i]);
  __WS_SUM(0, a0, b00)
  __WS_SUM(1, a0, b01) __WS_SUM(2, a1, b00) __WS_SUM(3, a1, b01) __WS_SUM(4, a0, b10) __WS_SUM(5, a0, b11)
      __WS_SUM(6, a1, b10) __WS_SUM(7, a1, b11)
#undef __WS_SUM
}
/// Adds what `of` gives of the words that a lane's two sums are of: one row of A, two columns of B.
template <class F>
__ws_fn void __ws_multiply_packed(long long (&sum)[2], unsigned a, unsigned b, const F &of) {
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId);
  const unsigned row = warpscope_fragment::first_lane_of_row(lane),
                 column = warpscope_fragment::first_lane_of_pair(lane);
  __ws_each<0, 4>(__WS_EACH(t) {
    const unsigned x = __ws_word_from(a, row + t.value);
    sum[0] += of(x, __ws_word_from(b, column + t.value));
    sum[1] += of(x, __ws_word_from(b, column + t.value + warpscope_fragment::first_lane_of(1u)));
  });
}
template <class D> __ws_fn D __ws_rounded_sum(float v, bool) { return D(v); }
template <class D> __ws_fn D __ws_rounded_sum(double v, bool) { return v; }
template <class D> __ws_fn D __ws_rounded_sum(long long v, bool saturate) {
  return !saturate               ? (int)v
         : v > 0x7fffffffll      ? 0x7fffffff
         : v < -0x7fffffffll - 1 ? -0x7fffffff - 1
                                 : (int)v;
}
// A register of a product's sums: what is computed from it does not come from the loads of this product.
template <class D> __ws_fn D __ws_result(D v) {
  if constexpr (sizeof(D) == 4) return __builtin_bit_cast(D, __ws_matrix_gives(-1, __builtin_bit_cast(unsigned, v)));
  else return v;
}
/// `of`: of two words of A and B, where they hold less than a byte an element.
struct __ws_no_words {};
template <class V, int m, int n, int k, class T, class LA, class LB, class D, class C, class F = __ws_no_words>
__ws_fn void __ws_mma(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, T, LA> &a,
                      const fragment<matrix_b, m, n, k, T, LB> &b, const fragment<accumulator, m, n, k, C> &c,
                      bool saturate, const F &of = F()) {
  using A = __ws_tile<matrix_a, m, n, k, T>;
  using B = __ws_tile<matrix_b, m, n, k, T>;
  using Sum = __ws_tile<accumulator, m, n, k, D>;
  using E = __ws_element<T>;
  typename E::word of_a[A::registers], of_b[B::registers];
  __ws_each<0, A::registers>(__WS_EACH(i) { of_a[i.value] = E::get(a.x + i.value * A::stored); });
  __ws_each<0, B::registers>(__WS_EACH(i) { of_b[i.value] = E::get(b.x + i.value * B::stored); });
  __ws_matrix(warpscope_fragment::WmmaProduct, m, n, k, E::type, __ws_element<D>::type);
  __ws_each<0, A::registers>(__WS_EACH(i) { __ws_matrix_takes(0, i.value, (unsigned)of_a[i.value]); });
  __ws_each<0, B::registers>(__WS_EACH(i) { __ws_matrix_takes(1, i.value, (unsigned)of_b[i.value]); });
  V sum[Sum::num_elements];
  __ws_each<0, Sum::num_elements>(__WS_EACH(i) { sum[i.value] = (V)c.x[i.value]; });
  if constexpr (A::packed) {
    __ws_multiply_packed(sum, of_a[0], of_b[0], of);
  } else if constexpr (A::per == 2 && m == 16 && n == 16) {
    __ws_multiply_16<E>(sum, of_a, of_b, 0u, 0u), __ws_multiply_16<E>(sum, of_a, of_b, 0u, 1u);
    __ws_multiply_16<E>(sum, of_a, of_b, 0u, 2u), __ws_multiply_16<E>(sum, of_a, of_b, 0u, 3u);
    __ws_multiply_16<E>(sum, of_a, of_b, 1u, 0u), __ws_multiply_16<E>(sum, of_a, of_b, 1u, 1u);
    __ws_multiply_16<E>(sum, of_a, of_b, 1u, 2u), __ws_multiply_16<E>(sum, of_a, of_b, 1u, 3u);
  } else if constexpr (Sum::across) __ws_multiply<Sum, B, A, E>(sum, of_b, of_a);
  else __ws_multiply<Sum, A, B, E>(sum, of_a, of_b);
  __ws_each<0, Sum::num_elements>(
      __WS_EACH(i) { d.x[i.value] = __ws_result(__ws_rounded_sum<D>(sum[i.value], saturate)); });
}
template <int m, int n, int k, class T, class LA, class LB, class D, class C>
__ws_fn void mma_sync(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, T, LA> &a,
                      const fragment<matrix_b, m, n, k, T, LB> &b, const fragment<accumulator, m, n, k, C> &c,
                      bool saturate = false) {
  if constexpr (!fragment<matrix_a, m, n, k, T, LA>::__supported ||
                !fragment<accumulator, m, n, k, D>::__supported ||
                !fragment<accumulator, m, n, k, C>::__supported) {
    __WS_NO_TILE;
  } else if constexpr (__ws_tile<matrix_a, m, n, k, T>::bits) {
    __ws_unsupported("mma_sync of one-bit fragments: their product is bmma_sync");
  } else if constexpr (__ws_tile<matrix_a, m, n, k, T>::nibbles) {
    using E = __ws_element<T>;
    __ws_mma<typename E::sum>(d, a, b, c, saturate, [](unsigned x, unsigned y) __attribute__((always_inline)) {
      int sum = 0;
      __ws_each<0, E::per>(__WS_EACH(e) { sum += E::value(x, e.value) * E::value(y, e.value); });
      return sum;
    });
  } else {
    __ws_mma<typename __ws_element<T>::sum>(d, a, b, c, saturate);
  }
}
/// The bits that are set in A ^ B or A & B are counted.
template <int m, int n, int k, class T, class LA, class LB>
__ws_fn void
bmma_sync(fragment<accumulator, m, n, k, int> &d, const fragment<matrix_a, m, n, k, T, LA> &a,
          const fragment<matrix_b, m, n, k, T, LB> &b, const fragment<accumulator, m, n, k, int> &c,
          experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  using A = __ws_tile<matrix_a, m, n, k, T>;
  if constexpr (!A::supported || !A::bits) __WS_NO_TILE;
  else
    __ws_mma<long long>(d, a, b, c, false, [=](unsigned x, unsigned y) __attribute__((always_inline)) {
      return __popc(operation == experimental::bmmaBitOpAND ? x & y : x ^ y);
    });
}
#undef __WS_EACH
#undef __WS_NO_TILE
__WS_END
} // namespace wmma
} // namespace nvcuda
