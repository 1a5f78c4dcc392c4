// half and half2. Each operation is done in float and rounded once, which gives the correctly rounded half.
// Approximated: Arithmetic is done in float and rounded once.
#pragma once
__WS_BEGIN
// For results that are rounded once more, to half or bfloat16: what does not fit sets the last bit ("round to odd"), so that the second
// rounding sees that something was there.
__ws_fn float __ws_odd_f32(double v) {
  float f = (float)v;
  unsigned bits = __float_as_uint(f);
  if ((double)f == v || isnan(f) || isinf(v) || (bits & 1u) != 0) return f;
  bool away = isinf(f) ? false : (v > (double)f) == (v > 0); // an overflow goes back to the greatest float, whose last bit is set
  return __uint_as_float(away ? bits + 1u : bits - 1u);
}
__ws_fn float __ws_odd_fma(float a, float b, float c) {
  double product = (double)a * (double)b; // exact
  double sum = product + (double)c;
  double part = sum - product;
  double lost = (product - (sum - part)) + ((double)c - part);
  long long bits = __double_as_longlong(sum);
  if ((lost > 0 || lost < 0) && (bits & 1) == 0) bits += (lost > 0) == (sum > 0) ? 1 : -1;
  return __ws_odd_f32(__longlong_as_double(bits));
}
struct __align__(2) __half_raw { unsigned short x; };
struct __align__(2) __half {
  unsigned short __x;
  __half() = default;
  __ws_fn __half(__half_raw raw) : __x(raw.x) {}
  __ws_fn __half(float v) : __x(__ws_f32_to_f16(v, __WS_ROUND_Nearest)) {}
  __ws_fn __half(double v) : __x(__ws_f32_to_f16(__ws_odd_f32(v), __WS_ROUND_Nearest)) {}
  __ws_fn __half(int v) : __x(__ws_f32_to_f16((float)v, __WS_ROUND_Nearest)) {}
  __ws_fn __half(unsigned v) : __x(__ws_f32_to_f16((float)v, __WS_ROUND_Nearest)) {}
  __ws_fn __half(long long v) : __x(__ws_f32_to_f16((float)v, __WS_ROUND_Nearest)) {}
  __ws_fn __half(unsigned long long v) : __x(__ws_f32_to_f16((float)v, __WS_ROUND_Nearest)) {}
  __ws_fn __half(short v) : __x(__ws_f32_to_f16((float)v, __WS_ROUND_Nearest)) {}
  __ws_fn __half(unsigned short v) : __x(__ws_f32_to_f16((float)v, __WS_ROUND_Nearest)) {}
  __ws_fn operator float() const { return __ws_f16_to_f32(__x); }
  __ws_fn operator __half_raw() const { return {__x}; }
  __ws_fn __half &operator=(float v) { __x = __ws_f32_to_f16(v, __WS_ROUND_Nearest); return *this; }
  __ws_fn __half &operator=(double v) { return *this = __half(v); }
  __ws_fn __half &operator=(int v) { return *this = __half(v); }
  __ws_fn __half &operator=(unsigned v) { return *this = __half(v); }
  __ws_fn __half &operator=(short v) { return *this = __half(v); }
  __ws_fn __half &operator=(unsigned short v) { return *this = __half(v); }
  __ws_fn __half &operator=(long long v) { return *this = __half(v); }
  __ws_fn __half &operator=(unsigned long long v) { return *this = __half(v); }
};
struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __ws_fn __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

__ws_fn float __half2float(__half v) { return __ws_f16_to_f32(v.__x); }
__ws_fn __half __float2half(float v) { return __half(v); }
__ws_fn __half __float2half_rn(float v) { return __half(v); }
__ws_fn __half __float2half_rz(float v) { return __half(__half_raw{__ws_f32_to_f16(v, __WS_ROUND_Zero)}); }
__ws_fn __half __float2half_ru(float v) { return __half(__half_raw{__ws_f32_to_f16(v, __WS_ROUND_Up)}); }
__ws_fn __half __float2half_rd(float v) { return __half(__half_raw{__ws_f32_to_f16(v, __WS_ROUND_Down)}); }
__ws_fn __half __double2half(double v) { return __half(v); }
__ws_fn __half __int2half_rn(int v) { return __half((float)v); }
__ws_fn __half __uint2half_rn(unsigned v) { return __half((float)v); }
__ws_fn unsigned short __half_as_ushort(__half v) { return v.__x; }
__ws_fn short __half_as_short(__half v) { return (short)v.__x; }
__ws_fn __half __ushort_as_half(unsigned short v) { return __half(__half_raw{v}); }
__ws_fn __half __short_as_half(short v) { return __half(__half_raw{(unsigned short)v}); }

#define __WS_HALF_MASK(H2, name, one) \
  __ws_fn unsigned name(H2 a, H2 b) { return (one(a.x, b.x) ? 0xffffu : 0u) | (one(a.y, b.y) ? 0xffff0000u : 0u); }
#define __WS_HALF_TO(H, SUFFIX, TO_FLOAT, way, mode)                                                            \
  __ws_fn int __##SUFFIX##2int_##way(H a) { return __ws_f32_to_s32(TO_FLOAT(a), mode); }                        \
  __ws_fn unsigned __##SUFFIX##2uint_##way(H a) { return __ws_f32_to_u32(TO_FLOAT(a), mode); }                  \
  __ws_fn long long __##SUFFIX##2ll_##way(H a) { return __ws_f32_to_s64(TO_FLOAT(a), mode); }                   \
  __ws_fn unsigned long long __##SUFFIX##2ull_##way(H a) { return __ws_f32_to_u64(TO_FLOAT(a), mode); }         \
  __ws_fn short __##SUFFIX##2short_##way(H a) { return (short)__ws_clamp(__ws_f32_to_s32(TO_FLOAT(a), mode), -32768, 32767); } \
  __ws_fn unsigned short __##SUFFIX##2ushort_##way(H a) { return (unsigned short)__ws_clamp(__ws_f32_to_s32(TO_FLOAT(a), mode), 0, 65535); }
/// One of the operations of program::HalfOp, of one number and of two.
#define __WS_HALF_DO(H, FLAGS, op, a, b, c) \
  __builtin_bit_cast(H, (unsigned short)__ws_half_math(__WS_HALF_##op + (FLAGS), a.__x, b.__x, c.__x))
#define __WS_HALF2_DO(H2, FLAGS, op, a, b, c)                                                                \
  __builtin_bit_cast(H2, __ws_half_math(__WS_HALF_##op + __WS_HALF_PAIR + (FLAGS), __builtin_bit_cast(unsigned, a), \
                                        __builtin_bit_cast(unsigned, b), __builtin_bit_cast(unsigned, c)))
#define __WS_HALF(H, H2, SUFFIX, TO_FLOAT, FROM_FLOAT, FLAGS)                                                 \
  __ws_fn H __hadd(H a, H b) { return __WS_HALF_DO(H, FLAGS, Add, a, b, b); } \
  __ws_fn H __hsub(H a, H b) { return __WS_HALF_DO(H, FLAGS, Sub, a, b, b); } \
  __ws_fn H __hmul(H a, H b) { return __WS_HALF_DO(H, FLAGS, Mul, a, b, b); } \
  __ws_fn H __hdiv(H a, H b) { return FROM_FLOAT(TO_FLOAT(a) / TO_FLOAT(b)); }                         \
  __ws_fn H __hfma(H a, H b, H c) { return __WS_HALF_DO(H, FLAGS, Fma, a, b, c); } \
  __ws_fn H __hneg(H a) { return __WS_HALF_DO(H, FLAGS, Neg, a, a, a); } \
  __ws_fn H __habs(H a) { return __WS_HALF_DO(H, FLAGS, Abs, a, a, a); } \
  __ws_fn H __hmax(H a, H b) { return __WS_HALF_DO(H, FLAGS, Max, a, b, b); } \
  __ws_fn H __hmin(H a, H b) { return __WS_HALF_DO(H, FLAGS, Min, a, b, b); } \
  __ws_fn bool __heq(H a, H b) { return TO_FLOAT(a) == TO_FLOAT(b); }                                  \
  __ws_fn bool __hne(H a, H b) { return TO_FLOAT(a) != TO_FLOAT(b); }                                  \
  __ws_fn bool __hlt(H a, H b) { return TO_FLOAT(a) < TO_FLOAT(b); }                                   \
  __ws_fn bool __hle(H a, H b) { return TO_FLOAT(a) <= TO_FLOAT(b); }                                  \
  __ws_fn bool __hgt(H a, H b) { return TO_FLOAT(a) > TO_FLOAT(b); }                                   \
  __ws_fn bool __hge(H a, H b) { return TO_FLOAT(a) >= TO_FLOAT(b); }                                  \
  __ws_fn bool __hisnan(H a) { return isnan(TO_FLOAT(a)); }                                            \
  __ws_fn bool __hisinf(H a) { return isinf(TO_FLOAT(a)); }                                            \
  __ws_fn H hsqrt(H a) { return FROM_FLOAT(__ws_fast_sqrt(TO_FLOAT(a))); }                                      \
  __ws_fn H hrsqrt(H a) { return FROM_FLOAT(__ws_fast_rsqrt(TO_FLOAT(a))); }                                    \
  __ws_fn H hrcp(H a) { return FROM_FLOAT(__ws_fast_rcp(TO_FLOAT(a))); }                                       \
  __ws_fn H hexp(H a) { return FROM_FLOAT(__expf(TO_FLOAT(a))); }                                        \
  __ws_fn H hexp2(H a) { return FROM_FLOAT(__ws_fast_exp2(TO_FLOAT(a))); }                                      \
  __ws_fn H hlog(H a) { return FROM_FLOAT(__logf(TO_FLOAT(a))); }                                        \
  __ws_fn H hlog2(H a) { return FROM_FLOAT(__log2f(TO_FLOAT(a))); }                                      \
  __ws_fn H hlog10(H a) { return FROM_FLOAT(__log10f(TO_FLOAT(a))); }                                      \
  __ws_fn H hsin(H a) { return FROM_FLOAT(sinf(TO_FLOAT(a))); }                                        \
  __ws_fn H hcos(H a) { return FROM_FLOAT(cosf(TO_FLOAT(a))); }                                        \
  __ws_fn H hfloor(H a) { return FROM_FLOAT(floorf(TO_FLOAT(a))); }                                    \
  __ws_fn H hceil(H a) { return FROM_FLOAT(ceilf(TO_FLOAT(a))); }                                      \
  __ws_fn H hrint(H a) { return FROM_FLOAT(rintf(TO_FLOAT(a))); }                                      \
  __ws_fn H htrunc(H a) { return FROM_FLOAT(truncf(TO_FLOAT(a))); }                                    \
  __ws_fn H operator+(H a, H b) { return __hadd(a, b); }                                               \
  __ws_fn H operator-(H a, H b) { return __hsub(a, b); }                                               \
  __ws_fn H operator*(H a, H b) { return __hmul(a, b); }                                               \
  __ws_fn H operator/(H a, H b) { return __hdiv(a, b); }                                               \
  __ws_fn H operator-(H a) { return __hneg(a); }                                                       \
  __ws_fn H operator+(H a) { return a; }                                                               \
  __ws_fn H &operator+=(H &a, H b) { return a = __hadd(a, b); }                                        \
  __ws_fn H &operator-=(H &a, H b) { return a = __hsub(a, b); }                                        \
  __ws_fn H &operator*=(H &a, H b) { return a = __hmul(a, b); }                                        \
  __ws_fn H &operator/=(H &a, H b) { return a = __hdiv(a, b); }                                        \
  __ws_fn bool operator==(H a, H b) { return __heq(a, b); }                                            \
  __ws_fn bool operator!=(H a, H b) { return __hne(a, b); }                                            \
  __ws_fn bool operator<(H a, H b) { return __hlt(a, b); }                                             \
  __ws_fn bool operator<=(H a, H b) { return __hle(a, b); }                                            \
  __ws_fn bool operator>(H a, H b) { return __hgt(a, b); }                                             \
  __ws_fn bool operator>=(H a, H b) { return __hge(a, b); }                                            \
  __ws_fn H2 __hadd2(H2 a, H2 b) { return __WS_HALF2_DO(H2, FLAGS, Add, a, b, b); } \
  __ws_fn H2 __hsub2(H2 a, H2 b) { return __WS_HALF2_DO(H2, FLAGS, Sub, a, b, b); } \
  __ws_fn H2 __hmul2(H2 a, H2 b) { return __WS_HALF2_DO(H2, FLAGS, Mul, a, b, b); } \
  __ws_fn H2 __h2div(H2 a, H2 b) { return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)}; }                      \
  __ws_fn H2 __hfma2(H2 a, H2 b, H2 c) { return __WS_HALF2_DO(H2, FLAGS, Fma, a, b, c); } \
  __ws_fn H2 __hneg2(H2 a) { return __WS_HALF2_DO(H2, FLAGS, Neg, a, a, a); } \
  __ws_fn H2 __habs2(H2 a) { return __WS_HALF2_DO(H2, FLAGS, Abs, a, a, a); } \
  __ws_fn H2 __hmax2(H2 a, H2 b) { return __WS_HALF2_DO(H2, FLAGS, Max, a, b, b); } \
  __ws_fn H2 __hmin2(H2 a, H2 b) { return __WS_HALF2_DO(H2, FLAGS, Min, a, b, b); } \
  __ws_fn H2 operator+(H2 a, H2 b) { return __hadd2(a, b); }                                           \
  __ws_fn H2 operator-(H2 a, H2 b) { return __hsub2(a, b); }                                           \
  __ws_fn H2 operator*(H2 a, H2 b) { return __hmul2(a, b); }                                           \
  __ws_fn H2 operator/(H2 a, H2 b) { return __h2div(a, b); }                                           \
  __ws_fn H2 &operator+=(H2 &a, H2 b) { return a = __hadd2(a, b); }                                    \
  __ws_fn H2 &operator*=(H2 &a, H2 b) { return a = __hmul2(a, b); }                                    \
  __ws_fn H2 &operator-=(H2 &a, H2 b) { return a = __hsub2(a, b); }                                    \
  __ws_fn H2 &operator/=(H2 &a, H2 b) { return a = __h2div(a, b); }                                    \
  __ws_fn H2 operator-(H2 a) { return __hneg2(a); }                                                    \
  __ws_fn H2 operator+(H2 a) { return a; }                                                             \
  __ws_fn bool operator==(H2 a, H2 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }                   \
  __ws_fn bool operator!=(H2 a, H2 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }                   \
  __ws_fn H &operator++(H &a) { return a = __hadd(a, FROM_FLOAT(1.0f)); }                              \
  __ws_fn H &operator--(H &a) { return a = __hsub(a, FROM_FLOAT(1.0f)); }                              \
  __ws_fn H operator++(H &a, int) { const H old = a; ++a; return old; }                                \
  __ws_fn H operator--(H &a, int) { const H old = a; --a; return old; }                                \
  __ws_fn H __hadd_rn(H a, H b) { return __hadd(a, b); }                                               \
  __ws_fn H __hsub_rn(H a, H b) { return __hsub(a, b); }                                               \
  __ws_fn H __hmul_rn(H a, H b) { return __hmul(a, b); }                                               \
  __ws_fn H __ws_saturated(H a) { return FROM_FLOAT(__saturatef(TO_FLOAT(a))); }                       \
  __ws_fn H __hsub_sat(H a, H b) { return __ws_saturated(__hsub(a, b)); }                              \
  __ws_fn H __hmul_sat(H a, H b) { return __ws_saturated(__hmul(a, b)); }                              \
  __ws_fn H __hfma_sat(H a, H b, H c) { return __ws_saturated(__hfma(a, b, c)); }                      \
  __ws_fn H __hmax_nan(H a, H b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b); }          \
  __ws_fn H __hmin_nan(H a, H b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b); }          \
  __ws_fn bool __hequ(H a, H b) { return !(TO_FLOAT(a) < TO_FLOAT(b) || TO_FLOAT(a) > TO_FLOAT(b)); }  \
  __ws_fn bool __hneu(H a, H b) { return !__heq(a, b); }                                               \
  __ws_fn bool __hltu(H a, H b) { return !__hge(a, b); }                                               \
  __ws_fn bool __hleu(H a, H b) { return !__hgt(a, b); }                                               \
  __ws_fn bool __hgtu(H a, H b) { return !__hle(a, b); }                                               \
  __ws_fn bool __hgeu(H a, H b) { return !__hlt(a, b); }                                               \
  __ws_fn H htanh(H a) { return FROM_FLOAT(tanhf(TO_FLOAT(a))); }                                      \
  __ws_fn H htanh_approx(H a) { return htanh(a); }                                                     \
  __ws_fn H2 h2tanh(H2 a) { return {htanh(a.x), htanh(a.y)}; }                                         \
  __ws_fn H2 h2tanh_approx(H2 a) { return h2tanh(a); }                                                 \
  __ws_fn H2 h2log10(H2 a) { return {hlog10(a.x), hlog10(a.y)}; }                                      \
  __ws_fn H2 __hadd2_rn(H2 a, H2 b) { return __hadd2(a, b); }                                          \
  __ws_fn H2 __hsub2_rn(H2 a, H2 b) { return __hsub2(a, b); }                                          \
  __ws_fn H2 __hmul2_rn(H2 a, H2 b) { return __hmul2(a, b); }                                          \
  __ws_fn H2 __hadd2_sat(H2 a, H2 b) { return {__ws_saturated(a.x + b.x), __ws_saturated(a.y + b.y)}; } \
  __ws_fn H2 __hsub2_sat(H2 a, H2 b) { return {__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)}; }          \
  __ws_fn H2 __hmul2_sat(H2 a, H2 b) { return {__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)}; }          \
  __ws_fn H2 __hfma2_sat(H2 a, H2 b, H2 c) { return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)}; } \
  __ws_fn H2 __hmax2_nan(H2 a, H2 b) { return {__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)}; }          \
  __ws_fn H2 __hmin2_nan(H2 a, H2 b) { return {__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)}; }          \
  __ws_fn H2 __hisnan2(H2 a) { return {FROM_FLOAT(__hisnan(a.x) ? 1.0f : 0.0f), FROM_FLOAT(__hisnan(a.y) ? 1.0f : 0.0f)}; } \
  __ws_fn H2 __hcmadd(H2 a, H2 b, H2 c) { return {__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))}; } \
  __WS_HALF_MASK(H2, __heq2_mask, __heq) __WS_HALF_MASK(H2, __hne2_mask, __hne) __WS_HALF_MASK(H2, __hlt2_mask, __hlt)      \
  __WS_HALF_MASK(H2, __hle2_mask, __hle) __WS_HALF_MASK(H2, __hgt2_mask, __hgt) __WS_HALF_MASK(H2, __hge2_mask, __hge)      \
  __WS_HALF_TO(H, SUFFIX, TO_FLOAT, rn, __WS_ROUND_Nearest) __WS_HALF_TO(H, SUFFIX, TO_FLOAT, rz, __WS_ROUND_Zero)          \
  __WS_HALF_TO(H, SUFFIX, TO_FLOAT, ru, __WS_ROUND_Up) __WS_HALF_TO(H, SUFFIX, TO_FLOAT, rd, __WS_ROUND_Down)               \
  __ws_fn signed char __##SUFFIX##2char_rz(H a) { return (signed char)__ws_clamp(__ws_f32_to_s32(TO_FLOAT(a), __WS_ROUND_Zero), -128, 127); } \
  __ws_fn unsigned char __##SUFFIX##2uchar_rz(H a) { return (unsigned char)__ws_clamp(__ws_f32_to_s32(TO_FLOAT(a), __WS_ROUND_Zero), 0, 255); } \
  __ws_fn H __low2##SUFFIX(H2 a) { return a.x; }                                                       \
  __ws_fn H __high2##SUFFIX(H2 a) { return a.y; }                                                      \
  __ws_fn H2 __##SUFFIX##2##SUFFIX##2(H a) { return {a, a}; }                                          \
  __ws_fn H2 __##SUFFIX##s2##SUFFIX##2(H a, H b) { return {a, b}; }                                    \
  __ws_fn float __low2float(H2 a) { return TO_FLOAT(a.x); }                                            \
  __ws_fn float __high2float(H2 a) { return TO_FLOAT(a.y); }
__WS_HALF(__half, __half2, half, __half2float, __float2half, 0)
__ws_fn __half2 make_half2(__half a, __half b) { return {a, b}; }
__ws_fn __half2 __halves2half2(__half a, __half b) { return {a, b}; }
__ws_fn __half2 __float2half2_rn(float v) { return {__half(v), __half(v)}; }
__ws_fn __half2 __floats2half2_rn(float a, float b) { return {__half(a), __half(b)}; }
__ws_fn __half2 __float22half2_rn(float2 v) { return {__half(v.x), __half(v.y)}; }
__ws_fn float2 __half22float2(__half2 v) { return {__half2float(v.x), __half2float(v.y)}; }
__ws_fn __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
__ws_fn __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
__ws_fn __half2 __low2half2(__half2 a) { return {a.x, a.x}; }
__ws_fn __half2 __high2half2(__half2 a) { return {a.y, a.y}; }
#define __WS_TO_HALF(way, mode)                                                                         \
  __ws_fn __half __short2half_##way(short v) { return __half(__half_raw{__ws_f32_to_f16((float)v, mode)}); } \
  __ws_fn __half __ushort2half_##way(unsigned short v) { return __half(__half_raw{__ws_f32_to_f16((float)v, mode)}); } \
  __ws_fn __half __ll2half_##way(long long v) { return __half(__half_raw{__ws_f32_to_f16(__ws_odd_f32((double)v), mode)}); } \
  __ws_fn __half __ull2half_##way(unsigned long long v) { return __half(__half_raw{__ws_f32_to_f16(__ws_odd_f32((double)v), mode)}); }
__WS_TO_HALF(rn, __WS_ROUND_Nearest)
__WS_TO_HALF(rz, __WS_ROUND_Zero)
__WS_TO_HALF(ru, __WS_ROUND_Up)
__WS_TO_HALF(rd, __WS_ROUND_Down)
#undef __WS_TO_HALF
#define __WS_TO_HALF(way, mode)                                                                         \
  __ws_fn __half __int2half_##way(int v) { return __half(__half_raw{__ws_f32_to_f16(__ws_odd_f32(v), mode)}); } \
  __ws_fn __half __uint2half_##way(unsigned v) { return __half(__half_raw{__ws_f32_to_f16(__ws_odd_f32(v), mode)}); }
__WS_TO_HALF(rz, __WS_ROUND_Zero)
__WS_TO_HALF(ru, __WS_ROUND_Up)
__WS_TO_HALF(rd, __WS_ROUND_Down)
#undef __WS_TO_HALF
__ws_fn __half hexp10(__half v) { return __float2half(exp10f(__half2float(v))); }
__ws_fn __half hround(__half v) { return __float2half(roundf(__half2float(v))); }
__ws_fn __half __hadd_sat(__half a, __half b) { return __float2half(fminf(fmaxf(__half2float(a) + __half2float(b), 0.0f), 1.0f)); }
__ws_fn __half __hfma_relu(__half a, __half b, __half c) { const __half v = __hfma(a, b, c); return __half2float(v) > 0.0f ? v : __half(0.0f); }
#define __WS_HALF2_COMPARE(name, one)                                                                  \
  __ws_fn __half2 name(__half2 a, __half2 b) { return {__half(one(a.x, b.x) ? 1.0f : 0.0f), __half(one(a.y, b.y) ? 1.0f : 0.0f)}; } \
  __ws_fn bool __ws_hb##one(__half2 a, __half2 b) { return one(a.x, b.x) && one(a.y, b.y); }
__WS_HALF2_COMPARE(__heq2, __heq)
__WS_HALF2_COMPARE(__hne2, __hne)
__WS_HALF2_COMPARE(__hlt2, __hlt)
__WS_HALF2_COMPARE(__hle2, __hle)
__WS_HALF2_COMPARE(__hgt2, __hgt)
__WS_HALF2_COMPARE(__hge2, __hge)
__ws_fn bool __hbeq2(__half2 a, __half2 b) { return __ws_hb__heq(a, b); }
__ws_fn bool __hbne2(__half2 a, __half2 b) { return __ws_hb__hne(a, b); }
__ws_fn bool __hblt2(__half2 a, __half2 b) { return __ws_hb__hlt(a, b); }
__ws_fn bool __hble2(__half2 a, __half2 b) { return __ws_hb__hle(a, b); }
__ws_fn bool __hbgt2(__half2 a, __half2 b) { return __ws_hb__hgt(a, b); }
__ws_fn bool __hbge2(__half2 a, __half2 b) { return __ws_hb__hge(a, b); }
#undef __WS_HALF2_COMPARE
__ws_fn __half2 h2exp10(__half2 v) { return {hexp10(v.x), hexp10(v.y)}; }
__ws_fn __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c) { return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)}; }
#define __WS_HALF2_EACH(name, one) __ws_fn __half2 name(__half2 a) { return {one(a.x), one(a.y)}; }
__WS_HALF2_EACH(h2sqrt, hsqrt)
__WS_HALF2_EACH(h2rsqrt, hrsqrt)
__WS_HALF2_EACH(h2rcp, hrcp)
__WS_HALF2_EACH(h2exp, hexp)
__WS_HALF2_EACH(h2exp2, hexp2)
__WS_HALF2_EACH(h2log, hlog)
__WS_HALF2_EACH(h2log2, hlog2)
__WS_HALF2_EACH(h2sin, hsin)
__WS_HALF2_EACH(h2cos, hcos)
__WS_HALF2_EACH(h2floor, hfloor)
__WS_HALF2_EACH(h2ceil, hceil)
__WS_HALF2_EACH(h2rint, hrint)
__WS_HALF2_EACH(h2trunc, htrunc)
#undef __WS_HALF2_EACH
__ws_fn __half2 __lowhigh2highlow(__half2 v) { return {v.y, v.x}; }

#define __WS_HALF_SHUFFLE(H, H2, name, L)                                                               \
  __ws_fn H name(unsigned mask, H value, L lane, int width = warpSize) {                                \
    return __builtin_bit_cast(H, (unsigned short)name(mask, (unsigned)__builtin_bit_cast(unsigned short, value), lane, width)); \
  }                                                                                                     \
  __ws_fn H2 name(unsigned mask, H2 value, L lane, int width = warpSize) {                              \
    return __builtin_bit_cast(H2, name(mask, __builtin_bit_cast(unsigned, value), lane, width));        \
  }
__WS_HALF_SHUFFLE(__half, __half2, __shfl_sync, int)
__WS_HALF_SHUFFLE(__half, __half2, __shfl_up_sync, unsigned)
__WS_HALF_SHUFFLE(__half, __half2, __shfl_down_sync, unsigned)
__WS_HALF_SHUFFLE(__half, __half2, __shfl_xor_sync, int)
__ws_fn __half atomicAdd(__half *address, __half value) {
  return __ushort_as_half(__ws_atomic_u16(__WS_ATOMIC_AddF16, (unsigned short *)address, value.__x));
}
__ws_fn __half2 atomicAdd(__half2 *address, __half2 value) {
  return __builtin_bit_cast(__half2, __ws_atomic_u32(__WS_ATOMIC_AddF16x2, (unsigned *)address, __builtin_bit_cast(unsigned, value)));
}
__WS_END
