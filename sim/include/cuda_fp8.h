// __nv_fp8_e4m3 and __nv_fp8_e5m2, alone and by two and four: conversions, which round to nearest even.
#pragma once
#include "cuda_bf16.h"
__WS_BEGIN
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
__ws_fn __nv_fp8_storage_t __nv_cvt_float_to_fp8(float v, __nv_saturation_t saturates, __nv_fp8_interpretation_t kind) {
  const unsigned mantissa = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
  const unsigned largest = kind == __NV_E4M3 ? 0x7e : 0x7b, beyond = kind == __NV_E4M3 ? 0x7f : 0x7c;
  const unsigned bits = __builtin_bit_cast(unsigned, v), sign = bits >> 24 & 0x80, size = bits & 0x7fffffff;
  if (size > 0x7f800000) return 0x7f;
  unsigned code = 0;
  if (size >> 23 <= 127 - bias) { // below the smallest normal number: a multiple of the smallest one
    const float steps = __builtin_bit_cast(float, size) * (float)(1u << (bias - 1 + mantissa));
    code = (unsigned)steps;
    const float rest = steps - (float)code;
    code += rest > 0.5f || (rest == 0.5f && (code & 1) != 0);
  } else {
    const unsigned cut = 23 - mantissa;
    code = ((size + (1u << (cut - 1)) - 1 + (size >> cut & 1)) >> cut) - ((127 - bias) << mantissa);
  }
  if (code > largest) code = saturates == __NV_SATFINITE ? largest : beyond;
  return (__nv_fp8_storage_t)(sign | code);
}
__ws_fn __nv_fp8_storage_t __nv_cvt_double_to_fp8(double v, __nv_saturation_t saturates, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__ws_odd_f32(v), saturates, kind);
}
__ws_fn __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw v, __nv_saturation_t saturates, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__half2float(__half(v)), saturates, kind);
}
__ws_fn __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw v, __nv_saturation_t saturates, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__bfloat162float(__nv_bfloat16(v)), saturates, kind);
}
__ws_fn __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 v, __nv_saturation_t saturates, __nv_fp8_interpretation_t kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(v.x, saturates, kind) | __nv_cvt_float_to_fp8(v.y, saturates, kind) << 8);
}
__ws_fn float __ws_fp8_to_float(__nv_fp8_storage_t v, __nv_fp8_interpretation_t kind) {
  const unsigned mantissa = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
  const unsigned sign = (v & 0x80u) << 24, code = v & 0x7fu, exponent = code >> mantissa;
  if (kind == __NV_E4M3 ? code == 0x7f : code > 0x7c) return __builtin_bit_cast(float, 0x7fffffffu);
  if (kind == __NV_E5M2 && code == 0x7c) return __builtin_bit_cast(float, sign | 0x7f800000u);
  if (exponent == 0) {
    const float size = (float)code / (float)(1u << (bias - 1 + mantissa));
    return sign != 0 ? -size : size;
  }
  return __builtin_bit_cast(float, sign | (code + ((127 - bias) << mantissa)) << (23 - mantissa));
}
__ws_fn __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t v, __nv_fp8_interpretation_t kind) {
  return __half_raw{__half(__ws_fp8_to_float(v, kind)).__x};
}
#define __WS_FP8(name, kind) \
  struct name { \
    __nv_fp8_storage_t __x; \
    name() = default; \
    __ws_fn explicit name(float v) : __x(__nv_cvt_float_to_fp8(v, __NV_SATFINITE, kind)) {} \
    __ws_fn explicit name(double v) : __x(__nv_cvt_double_to_fp8(v, __NV_SATFINITE, kind)) {} \
    __ws_fn explicit name(int v) : __x(__nv_cvt_float_to_fp8((float)v, __NV_SATFINITE, kind)) {} \
    __ws_fn explicit name(unsigned v) : __x(__nv_cvt_float_to_fp8((float)v, __NV_SATFINITE, kind)) {} \
    __ws_fn explicit name(__half v) : __x(__nv_cvt_float_to_fp8(__half2float(v), __NV_SATFINITE, kind)) {} \
    __ws_fn explicit name(__nv_bfloat16 v) : __x(__nv_cvt_float_to_fp8(__bfloat162float(v), __NV_SATFINITE, kind)) {} \
    __ws_fn explicit operator float() const { return __ws_fp8_to_float(__x, kind); } \
    __ws_fn explicit operator double() const { return __ws_fp8_to_float(__x, kind); } \
    __ws_fn explicit operator __half() const { return __half(__ws_fp8_to_float(__x, kind)); } \
    __ws_fn explicit operator __nv_bfloat16() const { return __nv_bfloat16(__ws_fp8_to_float(__x, kind)); } \
    __ws_fn explicit operator bool() const { return (__x & 0x7f) != 0; } \
  };
__WS_FP8(__nv_fp8_e4m3, __NV_E4M3)
__WS_FP8(__nv_fp8_e5m2, __NV_E5M2)
#undef __WS_FP8
// The first element lies in the lowest byte.
#define __WS_FP8_MANY(by2, by4, kind) \
  struct __align__(2) by2 { \
    __nv_fp8x2_storage_t __x; \
    by2() = default; \
    __ws_fn explicit by2(float2 v) : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, kind)) {} \
    __ws_fn explicit by2(__half2 v) : by2(__half22float2(v)) {} \
    __ws_fn explicit by2(__nv_bfloat162 v) : by2(__bfloat1622float2(v)) {} \
    __ws_fn explicit operator float2() const { \
      return {__ws_fp8_to_float((__nv_fp8_storage_t)__x, kind), __ws_fp8_to_float((__nv_fp8_storage_t)(__x >> 8), kind)}; \
    } \
    __ws_fn explicit operator __half2() const { return __float22half2_rn((float2)*this); } \
  }; \
  struct __align__(4) by4 { \
    __nv_fp8x4_storage_t __x; \
    by4() = default; \
    __ws_fn explicit by4(float4 v) \
        : __x(__nv_cvt_float2_to_fp8x2({v.x, v.y}, __NV_SATFINITE, kind) | \
              (__nv_fp8x4_storage_t)__nv_cvt_float2_to_fp8x2({v.z, v.w}, __NV_SATFINITE, kind) << 16) {} \
    __ws_fn explicit by4(__half2 low, __half2 high) : __x(by2(low).__x | (__nv_fp8x4_storage_t)by2(high).__x << 16) {} \
    __ws_fn explicit by4(__nv_bfloat162 low, __nv_bfloat162 high) : __x(by2(low).__x | (__nv_fp8x4_storage_t)by2(high).__x << 16) {} \
    __ws_fn explicit operator float4() const { \
      by2 low, high; \
      low.__x = (__nv_fp8x2_storage_t)__x; \
      high.__x = (__nv_fp8x2_storage_t)(__x >> 16); \
      const float2 a = (float2)low, b = (float2)high; \
      return {a.x, a.y, b.x, b.y}; \
    } \
  };
__WS_FP8_MANY(__nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3)
__WS_FP8_MANY(__nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2)
#undef __WS_FP8_MANY
__WS_END
