// What the inline PTX that is understood does; the front end puts calls of these in its place (inline_ptx.cpp).
// Approximated: cp.async is done at once, by a load and a store; its groups and waits cost nothing.
// Approximated: ldmatrix is a shared load of 16 bytes by the lanes that name a row (its wavefronts equal those measured on an H100).
#pragma once
#include "matrix.h"
__WS_BEGIN
#define __WS_PTX __attribute__((used, always_inline)) inline
extern "C" {
__WS_PTX void __ws_ptx_cp_async(unsigned to, const void *from, unsigned bytes, unsigned filled) {
  __ws_copy_step(__WS_COPY_Begin);
  if (bytes == 16u) {
    if (filled >= bytes) __ws_async_copy_16(__ws_shared_pointer<uint4>(to), from);
    else *__ws_shared_pointer<uint4>(to) = uint4{0u, 0u, 0u, 0u};
  } else if (bytes == 8u) {
    if (filled >= bytes) __ws_async_copy_8(__ws_shared_pointer<uint2>(to), from);
    else *__ws_shared_pointer<uint2>(to) = uint2{0u, 0u};
  } else {
    if (filled >= bytes) __ws_async_copy_4(__ws_shared_pointer<unsigned>(to), from);
    else *__ws_shared_pointer<unsigned>(to) = 0u;
  }
  if (filled < bytes)
    for (unsigned i = 0; i < filled; ++i) __ws_shared_pointer<char>(to)[i] = ((const char *)from)[i];
  __ws_copy_step(__WS_COPY_End);
}
__WS_PTX void __ws_ptx_cp_commit() { __ws_copy_step(__WS_COPY_Commit); }
__WS_PTX void __ws_ptx_cp_wait_group(unsigned prior) { __ws_copy_wait(prior); }
__WS_PTX void __ws_ptx_cp_wait_all() { __ws_copy_wait_all(); }
#define __WS_PTX_LDMATRIX(name, count, transposed)                               \
  __WS_PTX void name(unsigned *out, unsigned address) {                          \
    unsigned parts[4];                                                           \
    __ws_ldmatrix<count, transposed>(parts, __ws_shared_pointer<const uint4>(address)); \
    out[0] = parts[0];                                                           \
    if (count > 1) out[1] = parts[1];                                            \
    if (count > 2) out[2] = parts[2], out[3] = parts[3];                         \
  }
__WS_PTX_LDMATRIX(__ws_ptx_ldmatrix_x1, 1, false)
__WS_PTX_LDMATRIX(__ws_ptx_ldmatrix_x2, 2, false)
__WS_PTX_LDMATRIX(__ws_ptx_ldmatrix_x4, 4, false)
__WS_PTX_LDMATRIX(__ws_ptx_ldmatrix_x1_trans, 1, true)
__WS_PTX_LDMATRIX(__ws_ptx_ldmatrix_x2_trans, 2, true)
__WS_PTX_LDMATRIX(__ws_ptx_ldmatrix_x4_trans, 4, true)
#undef __WS_PTX_LDMATRIX
#define __WS_PTX_STMATRIX(name, count, transposed)                               \
  __WS_PTX void name(unsigned address, unsigned a, unsigned b, unsigned c, unsigned d) { \
    const unsigned parts[4] = {a, b, c, d};                                      \
    __ws_stmatrix<count, transposed>(__ws_shared_pointer<uint4>(address), parts); \
  }
__WS_PTX_STMATRIX(__ws_ptx_stmatrix_x1, 1, false)
__WS_PTX_STMATRIX(__ws_ptx_stmatrix_x2, 2, false)
__WS_PTX_STMATRIX(__ws_ptx_stmatrix_x4, 4, false)
__WS_PTX_STMATRIX(__ws_ptx_stmatrix_x1_trans, 1, true)
__WS_PTX_STMATRIX(__ws_ptx_stmatrix_x2_trans, 2, true)
__WS_PTX_STMATRIX(__ws_ptx_stmatrix_x4_trans, 4, true)
#undef __WS_PTX_STMATRIX
}
#undef __WS_PTX
__WS_END
