// The operators and functions on float2 … float4 and int2 … int4 that the header of this name of NVIDIA's samples has.
#pragma once
__WS_BEGIN
#define __WS_2(op, a, b) {a.x op b.x, a.y op b.y}
#define __WS_3(op, a, b) {a.x op b.x, a.y op b.y, a.z op b.z}
#define __WS_4(op, a, b) {a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w}
#define __WS_ARITHMETIC(type, scalar, parts, spread)                                             \
  __WS_OPERATION(type, scalar, parts, spread, +)                                                 \
  __WS_OPERATION(type, scalar, parts, spread, -)                                                 \
  __WS_OPERATION(type, scalar, parts, spread, *)                                                 \
  __WS_OPERATION(type, scalar, parts, spread, /)                                                 \
  __ws_fn type operator-(type a) { return spread(scalar()) - a; }
#define __WS_OPERATION(type, scalar, parts, spread, op)                                          \
  __ws_fn type operator op(type a, type b) { return parts(op, a, b); }             \
  __ws_fn type operator op(type a, scalar b) { return a op spread(b); }                   \
  __ws_fn type operator op(scalar a, type b) { return spread(a) op b; }                   \
  __ws_fn type &operator op##=(type &a, type b) { return a = a op b; }                    \
  __ws_fn type &operator op##=(type &a, scalar b) { return a = a op spread(b); }
__ws_fn float2 make_float2(float s) { return {s, s}; }
__ws_fn float3 make_float3(float s) { return {s, s, s}; }
__ws_fn float3 make_float3(float4 v) { return {v.x, v.y, v.z}; }
__ws_fn float4 make_float4(float s) { return {s, s, s, s}; }
__ws_fn float4 make_float4(float3 v, float w) { return {v.x, v.y, v.z, w}; }
__ws_fn int2 make_int2(int s) { return {s, s}; }
__ws_fn int3 make_int3(int s) { return {s, s, s}; }
__ws_fn int4 make_int4(int s) { return {s, s, s, s}; }
__WS_ARITHMETIC(float2, float, __WS_2, make_float2)
__WS_ARITHMETIC(float3, float, __WS_3, make_float3)
__WS_ARITHMETIC(float4, float, __WS_4, make_float4)
__WS_ARITHMETIC(int2, int, __WS_2, make_int2)
__WS_ARITHMETIC(int3, int, __WS_3, make_int3)
__WS_ARITHMETIC(int4, int, __WS_4, make_int4)
#undef __WS_ARITHMETIC
#undef __WS_OPERATION
#undef __WS_2
#undef __WS_3
#undef __WS_4
__ws_fn float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
__ws_fn float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__ws_fn float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__ws_fn float3 cross(float3 a, float3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class V> __ws_fn auto length(const V &v) -> decltype(dot(v, v)) { return sqrtf(dot(v, v)); }
template <class V> __ws_fn V normalize(const V &v) { return v * rsqrtf(dot(v, v)); }
__ws_fn float lerp(float a, float b, float t) { return a + t * (b - a); }
__ws_fn float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
__ws_fn float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }
__ws_fn float clamp(float v, float low, float high) { return fmaxf(low, fminf(v, high)); }
__ws_fn int clamp(int v, int low, int high) { return max(low, min(v, high)); }
__ws_fn float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
__WS_END
