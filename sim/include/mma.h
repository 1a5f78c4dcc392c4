// Tensor cores' fragments: refused by name, since which lane holds which element is not documented.
#pragma once
#include "cuda_fp16.h"
namespace nvcuda {
namespace wmma {
__WS_BEGIN
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
  static constexpr int num_elements = 8;
  T x[num_elements];
};
#define __WS_WMMA(name)                                                       \
  template <class... A> __ws_fn void name(A &&...) { __ws_unsupported("nvcuda::wmma::" #name " (tensor cores)"); }
__WS_WMMA(fill_fragment)
__WS_WMMA(load_matrix_sync)
__WS_WMMA(store_matrix_sync)
__WS_WMMA(mma_sync)
#undef __WS_WMMA
__WS_END
} // namespace wmma
} // namespace nvcuda
