// nvcuda::wmma for 16 x 16 x 16 tiles of half and __nv_bfloat16 with float and half accumulators.
// Approximated: The products of mma_sync are added in float, one after the other; a tensor core's own order and rounding are not documented.
// Approximated: Which lane holds which element, and what loads and stores are made of, is as on an H100 (read back there, sm_90): from shared memory one ldmatrix, else four 32-bit accesses; accumulators of float as pairs (row major) or one by one (column major).
// Refused: other tile shapes, int8, int4, tf32 and double fragments.
#pragma once
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "__warpscope/matrix.h"
namespace nvcuda {
namespace wmma {
__WS_BEGIN
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
namespace precision {
struct tf32 {}; // complete, so that a fragment of it is refused by name and not as an incomplete type
struct u4 {};
struct s4 {};
struct b1 {};
} // namespace precision
enum layout_t { mem_row_major, mem_col_major };

/// What a fragment is loaded from.
template <class T> struct __ws_storage { using type = T; };
template <> struct __ws_storage<precision::tf32> { using type = float; };

template <class T> struct __ws_element { static constexpr bool narrow = false, known = false; };
template <> struct __ws_element<__half> {
  static constexpr bool narrow = true, known = true;
  static __ws_fn float value(unsigned bits) { return __ws_f16_to_f32((unsigned short)bits); }
  static __ws_fn unsigned bits(__half v) { return v.__x; }
  static __ws_fn __half from(unsigned bits) { return __half(__half_raw{(unsigned short)bits}); }
  static __ws_fn __half rounded(float v) { return __half(v); }
};
template <> struct __ws_element<__nv_bfloat16> {
  static constexpr bool narrow = true, known = true;
  static __ws_fn float value(unsigned bits) { return __ws_bf16_to_f32((unsigned short)bits); }
  static __ws_fn unsigned bits(__nv_bfloat16 v) { return __bfloat16_as_ushort(v); }
  static __ws_fn __nv_bfloat16 from(unsigned bits) { return __ushort_as_bfloat16((unsigned short)bits); }
  static __ws_fn __nv_bfloat16 rounded(float v) { return __nv_bfloat16(v); }
};
template <> struct __ws_element<float> {
  static constexpr bool narrow = false, known = true;
  static __ws_fn float rounded(float v) { return v; }
};
template <class A, class B> constexpr bool __ws_same_use = false;
template <class A> constexpr bool __ws_same_use<A, A> = true;

/// A and B: 16 elements, of which the second 8 are the first 8 again. Accumulators: 8. Pair j of a lane is
/// elements 2 j and 2 j + 1: row lane / 4 + 8 (j % 2), columns 2 (lane % 4) + 8 (j / 2) and the next of A and of
/// an accumulator; of B, rows 2 (lane % 4) + 8 (j % 2) and the next, column lane / 4 + 8 (j / 2).
template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
  typedef T element_type;
  typedef T storage_element_type;
  static constexpr bool __supported = m == 16 && n == 16 && k == 16 && __ws_element<T>::known &&
                                      (__ws_element<T>::narrow || __ws_same_use<Use, accumulator>);
  static constexpr int num_elements = __ws_same_use<Use, accumulator> ? 8 : 16;
  static constexpr int num_storage_elements = num_elements;
  T x[num_elements];
};

template <class F, class V> __ws_fn void fill_fragment(F &f, const V &value) {
  if constexpr (!F::__supported) __ws_unsupported("nvcuda::wmma with this tile shape or element type (16 x 16 x 16 half and bfloat16 are there)");
  for (int i = 0; i < F::num_elements; ++i) f.x[i] = typename F::element_type(value);
}

template <class E, class F> __ws_fn void __ws_set_pair(F &f, int j, unsigned bits) {
  f.x[2 * j] = E::from(bits & 0xffffu);
  f.x[2 * j + 1] = E::from(bits >> 16);
}
template <class E, class F> __ws_fn unsigned __ws_pair(const F &f, int j) {
  return E::bits(f.x[2 * j]) | (E::bits(f.x[2 * j + 1]) << 16);
}

/// Rows of memory: block j % 2 and half j / 2 of them, or the other way round (`swapped`).
template <bool swapped, bool transposed, class T> __ws_fn void __ws_load_narrow(unsigned (&parts)[4], const T *memory, unsigned stride) {
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId);
  if (__ws_is_space(memory, __WS_SPACE_Shared)) {
    const unsigned j = lane / 8u, block = swapped ? j / 2u : j % 2u, half = swapped ? j % 2u : j / 2u;
    __ws_ldmatrix<4, transposed>(parts, (const uint4 *)(memory + (lane % 8u + 8u * block) * stride + 8u * half));
    return;
  }
  const T *at = memory + lane / 4u * stride + lane % 4u * 2u;
  parts[0] = *(const unsigned *)at;
  parts[1] = *(const unsigned *)(at + (swapped ? 8u : 8u * stride));
  parts[2] = *(const unsigned *)(at + (swapped ? 8u * stride : 8u));
  parts[3] = *(const unsigned *)(at + 8u * stride + 8u);
  if (transposed)
    parts[0] = __ws_transposed(parts[0]), parts[1] = __ws_transposed(parts[1]), parts[2] = __ws_transposed(parts[2]),
    parts[3] = __ws_transposed(parts[3]);
}

template <class Use, int m, int n, int k, class T, class Layout>
__ws_fn void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f, const typename __ws_storage<T>::type *memory, unsigned stride) {
  using F = fragment<Use, m, n, k, T, Layout>;
  if constexpr (!F::__supported) {
    __ws_unsupported("nvcuda::wmma with this tile shape or element type (16 x 16 x 16 half and bfloat16 are there)");
  } else {
    constexpr bool is_row = __ws_same_use<Layout, row_major>, is_a = __ws_same_use<Use, matrix_a>;
    unsigned parts[4];
    __ws_load_narrow<!is_row, is_row != is_a>(parts, memory, stride);
    using E = __ws_element<T>;
    __ws_set_pair<E>(f, 0, parts[0]), __ws_set_pair<E>(f, 1, parts[1]), __ws_set_pair<E>(f, 2, parts[2]), __ws_set_pair<E>(f, 3, parts[3]);
    __ws_set_pair<E>(f, 4, parts[0]), __ws_set_pair<E>(f, 5, parts[1]), __ws_set_pair<E>(f, 6, parts[2]), __ws_set_pair<E>(f, 7, parts[3]);
  }
}

/// Pair j of an accumulator in memory.
template <class T> __ws_fn T *__ws_place(T *memory, unsigned stride, bool columns, unsigned j) {
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId);
  const unsigned row = lane / 4u + 8u * (j % 2u), column = lane % 4u * 2u + 8u * (j / 2u);
  return columns ? memory + column * stride + row : memory + row * stride + column;
}
template <class T> __ws_fn void __ws_load_pair(T *x, const T *memory, unsigned stride, bool columns, unsigned j) {
  const T *at = __ws_place(memory, stride, columns, j);
  if (columns) {
    x[2 * j] = at[0];
    x[2 * j + 1] = at[stride];
  } else {
    const float2 pair = *(const float2 *)at;
    x[2 * j] = pair.x;
    x[2 * j + 1] = pair.y;
  }
}
template <class T> __ws_fn void __ws_store_pair(const T *x, T *memory, unsigned stride, bool columns, unsigned j) {
  T *at = __ws_place(memory, stride, columns, j);
  if (columns) {
    at[0] = x[2 * j];
    at[stride] = x[2 * j + 1];
  } else {
    *(float2 *)at = make_float2(x[2 * j], x[2 * j + 1]);
  }
}
/// Where pair j of 16-bit elements lies: in rows of memory, which are columns of the matrix when `columns`.
template <class T> __ws_fn unsigned *__ws_narrow_place(const T *memory, unsigned stride, bool columns, unsigned j) {
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId);
  const unsigned block = columns ? j / 2u : j % 2u, half = columns ? j % 2u : j / 2u;
  return (unsigned *)(memory + (lane / 4u + 8u * block) * stride + lane % 4u * 2u + 8u * half);
}

template <int m, int n, int k, class T>
__ws_fn void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *memory, unsigned stride, layout_t layout) {
  using E = __ws_element<T>;
  const bool columns = layout == mem_col_major;
  if constexpr (!fragment<accumulator, m, n, k, T>::__supported) {
    __ws_unsupported("nvcuda::wmma with this tile shape or element type (16 x 16 x 16 half and bfloat16 are there)");
  } else if constexpr (E::narrow) {
    for (unsigned j = 0; j < 4u; ++j) {
      const unsigned part = *__ws_narrow_place(memory, stride, columns, j);
      __ws_set_pair<E>(f, (int)j, columns ? __ws_transposed(part) : part);
    }
  } else {
    __ws_load_pair(f.x, memory, stride, columns, 0u), __ws_load_pair(f.x, memory, stride, columns, 1u);
    __ws_load_pair(f.x, memory, stride, columns, 2u), __ws_load_pair(f.x, memory, stride, columns, 3u);
  }
}
template <int m, int n, int k, class T>
__ws_fn void store_matrix_sync(T *memory, const fragment<accumulator, m, n, k, T> &f, unsigned stride, layout_t layout) {
  using E = __ws_element<T>;
  const bool columns = layout == mem_col_major;
  if constexpr (!fragment<accumulator, m, n, k, T>::__supported) {
    __ws_unsupported("nvcuda::wmma with this tile shape or element type (16 x 16 x 16 half and bfloat16 are there)");
  } else if constexpr (E::narrow) {
    for (unsigned j = 0; j < 4u; ++j) {
      const unsigned part = __ws_pair<E>(f, (int)j);
      *__ws_narrow_place(memory, stride, columns, j) = columns ? __ws_transposed(part) : part;
    }
  } else {
    __ws_store_pair(f.x, memory, stride, columns, 0u), __ws_store_pair(f.x, memory, stride, columns, 1u);
    __ws_store_pair(f.x, memory, stride, columns, 2u), __ws_store_pair(f.x, memory, stride, columns, 3u);
  }
}

/// Columns kp and the next of block kb of A times the same rows of B: each lane gets its rows and columns from those that
/// hold them.
template <class E> __ws_fn void __ws_multiply(float (&sum)[8], const unsigned (&a)[4], const unsigned (&b)[4], unsigned kb, unsigned kp) {
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId);
  const unsigned from_a = lane / 4u * 4u + kp, from_b = lane % 4u * 8u + kp;
  const unsigned a0 = __ws_shfl(~0u, __WS_SHUFFLE_Idx, a[2u * kb], from_a, 0x1fu), a1 = __ws_shfl(~0u, __WS_SHUFFLE_Idx, a[2u * kb + 1u], from_a, 0x1fu);
  const unsigned b00 = __ws_shfl(~0u, __WS_SHUFFLE_Idx, b[kb], from_b, 0x1fu), b01 = __ws_shfl(~0u, __WS_SHUFFLE_Idx, b[kb], from_b + 4u, 0x1fu);
  const unsigned b10 = __ws_shfl(~0u, __WS_SHUFFLE_Idx, b[2u + kb], from_b, 0x1fu), b11 = __ws_shfl(~0u, __WS_SHUFFLE_Idx, b[2u + kb], from_b + 4u, 0x1fu);
#define __WS_SUM(i, x, y)                                                        \
  sum[i] = __ws_fma_f32(E::value((x) & 0xffffu), E::value((y) & 0xffffu), sum[i]); \
  sum[i] = __ws_fma_f32(E::value((x) >> 16), E::value((y) >> 16), sum[i]);
  __WS_SUM(0, a0, b00) __WS_SUM(1, a0, b01) __WS_SUM(2, a1, b00) __WS_SUM(3, a1, b01)
  __WS_SUM(4, a0, b10) __WS_SUM(5, a0, b11) __WS_SUM(6, a1, b10) __WS_SUM(7, a1, b11)
#undef __WS_SUM
}
template <int m, int n, int k, class T, class LA, class LB, class D, class C>
__ws_fn void mma_sync(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, T, LA> &a,
                      const fragment<matrix_b, m, n, k, T, LB> &b, const fragment<accumulator, m, n, k, C> &c) {
  if constexpr (!fragment<matrix_a, m, n, k, T, LA>::__supported || !fragment<accumulator, m, n, k, D>::__supported ||
                !fragment<accumulator, m, n, k, C>::__supported) {
    __ws_unsupported("nvcuda::wmma with this tile shape or element type (16 x 16 x 16 half and bfloat16 are there)");
  } else {
    using E = __ws_element<T>;
    const unsigned pa[4] = {__ws_pair<E>(a, 0), __ws_pair<E>(a, 1), __ws_pair<E>(a, 2), __ws_pair<E>(a, 3)};
    const unsigned pb[4] = {__ws_pair<E>(b, 0), __ws_pair<E>(b, 1), __ws_pair<E>(b, 2), __ws_pair<E>(b, 3)};
    float sum[8] = {(float)c.x[0], (float)c.x[1], (float)c.x[2], (float)c.x[3], (float)c.x[4], (float)c.x[5], (float)c.x[6], (float)c.x[7]};
    __ws_multiply<E>(sum, pa, pb, 0u, 0u), __ws_multiply<E>(sum, pa, pb, 0u, 1u), __ws_multiply<E>(sum, pa, pb, 0u, 2u);
    __ws_multiply<E>(sum, pa, pb, 0u, 3u), __ws_multiply<E>(sum, pa, pb, 1u, 0u), __ws_multiply<E>(sum, pa, pb, 1u, 1u);
    __ws_multiply<E>(sum, pa, pb, 1u, 2u), __ws_multiply<E>(sum, pa, pb, 1u, 3u);
    using R = __ws_element<D>;
    d.x[0] = R::rounded(sum[0]), d.x[1] = R::rounded(sum[1]), d.x[2] = R::rounded(sum[2]), d.x[3] = R::rounded(sum[3]);
    d.x[4] = R::rounded(sum[4]), d.x[5] = R::rounded(sum[5]), d.x[6] = R::rounded(sum[6]), d.x[7] = R::rounded(sum[7]);
  }
}
__WS_END
} // namespace wmma
} // namespace nvcuda
