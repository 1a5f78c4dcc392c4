// __nv_bfloat16 and its pair, done in float and rounded once.
// Approximated: Arithmetic is done in float and rounded once.
#pragma once
#include "cuda_fp16.h"
__WS_BEGIN
struct __align__(2) __nv_bfloat16_raw { unsigned short x; };
struct __align__(2) __nv_bfloat16 {
  unsigned short __x;
  __nv_bfloat16() = default;
  __ws_fn __nv_bfloat16(__nv_bfloat16_raw raw) : __x(raw.x) {}
  __ws_fn __nv_bfloat16(float v) : __x(__ws_f32_to_bf16(v)) {}
  __ws_fn __nv_bfloat16(double v) : __x(__ws_f32_to_bf16(__ws_odd_f32(v))) {}
  __ws_fn __nv_bfloat16(int v) : __x(__ws_f32_to_bf16(__ws_odd_f32(v))) {}
  __ws_fn __nv_bfloat16(unsigned v) : __x(__ws_f32_to_bf16(__ws_odd_f32(v))) {}
  __ws_fn operator float() const { return __ws_bf16_to_f32(__x); }
  __ws_fn operator __nv_bfloat16_raw() const { return {__x}; }
  __ws_fn __nv_bfloat16 &operator=(float v) { __x = __ws_f32_to_bf16(v); return *this; }
};
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __ws_fn __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
__ws_fn float __bfloat162float(__nv_bfloat16 v) { return __ws_bf16_to_f32(v.__x); }
__ws_fn __nv_bfloat16 __float2bfloat16(float v) { return __nv_bfloat16(v); }
__ws_fn __nv_bfloat16 __float2bfloat16_rn(float v) { return __nv_bfloat16(v); }
__ws_fn __nv_bfloat16 __double2bfloat16(double v) { return __nv_bfloat16(v); }
__ws_fn unsigned short __bfloat16_as_ushort(__nv_bfloat16 v) { return v.__x; }
__ws_fn __nv_bfloat16 __ushort_as_bfloat16(unsigned short v) { return __nv_bfloat16(__nv_bfloat16_raw{v}); }
__WS_HALF(__nv_bfloat16, __nv_bfloat162, bfloat16, __bfloat162float, __float2bfloat16, __WS_HALF_BFLOAT)
__ws_fn __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
__ws_fn __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
__ws_fn __nv_bfloat162 __float2bfloat162_rn(float v) { return {__nv_bfloat16(v), __nv_bfloat16(v)}; }
__ws_fn __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return {__nv_bfloat16(a), __nv_bfloat16(b)}; }
__ws_fn float2 __bfloat1622float2(__nv_bfloat162 v) { return {__bfloat162float(v.x), __bfloat162float(v.y)}; }
__WS_HALF_SHUFFLE(__nv_bfloat16, __nv_bfloat162, __shfl_sync, int)
__WS_HALF_SHUFFLE(__nv_bfloat16, __nv_bfloat162, __shfl_up_sync, unsigned)
__WS_HALF_SHUFFLE(__nv_bfloat16, __nv_bfloat162, __shfl_down_sync, unsigned)
__WS_HALF_SHUFFLE(__nv_bfloat16, __nv_bfloat162, __shfl_xor_sync, int)
__ws_fn __nv_bfloat16 atomicAdd(__nv_bfloat16 *address, __nv_bfloat16 value) {
  return __ushort_as_bfloat16(__ws_atomic_u16(__WS_ATOMIC_AddBF16, (unsigned short *)address, value.__x));
}
__ws_fn __nv_bfloat162 atomicAdd(__nv_bfloat162 *address, __nv_bfloat162 value) {
  return __builtin_bit_cast(__nv_bfloat162, __ws_atomic_u32(__WS_ATOMIC_AddBF16x2, (unsigned *)address, __builtin_bit_cast(unsigned, value)));
}
__ws_fn __nv_bfloat162 __float22bfloat162_rn(float2 v) { return {__nv_bfloat16(v.x), __nv_bfloat16(v.y)}; }
__ws_fn __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.x, b.x}; }
__ws_fn __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.y, b.y}; }
__ws_fn __nv_bfloat16 __int2bfloat16_rn(int v) { return __nv_bfloat16(v); }
__ws_fn __nv_bfloat16 __uint2bfloat16_rn(unsigned v) { return __nv_bfloat16(v); }
__ws_fn __nv_bfloat16 __short2bfloat16_rn(short v) { return __nv_bfloat16((float)v); }
__ws_fn __nv_bfloat16 __ushort2bfloat16_rn(unsigned short v) { return __nv_bfloat16((float)v); }
__ws_fn __nv_bfloat16 __ll2bfloat16_rn(long long v) { return __nv_bfloat16((double)v); }
__ws_fn __nv_bfloat16 __ull2bfloat16_rn(unsigned long long v) { return __nv_bfloat16((double)v); }
__ws_fn short __bfloat16_as_short(__nv_bfloat16 v) { return (short)v.__x; }
__ws_fn __nv_bfloat16 __short_as_bfloat16(short v) { return __ushort_as_bfloat16((unsigned short)v); }
__ws_fn __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) { return {v.x, v.x}; }
__ws_fn __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) { return {v.y, v.y}; }
__ws_fn __nv_bfloat16 __float2bfloat16_rz(float v) { return __ushort_as_bfloat16((unsigned short)(__float_as_uint(v) >> 16)); }
__ws_fn __nv_bfloat16 hexp10(__nv_bfloat16 v) { return __float2bfloat16(exp10f(__bfloat162float(v))); }
__WS_END
