// <math.h>, <cmath> and CUDA's float and double intrinsics.
// Approximated: Functions other than + - * / sqrt fma and conversions come from the machine that simulates: within the documented error of CUDA, not always its bits.
#pragma once
__WS_MATH_BEGIN
// name(double), namef(float), name(float), name(integer)
#define __WS_MATH1(name, F)                                                                    \
  __ws_math double name(double x) { return __ws_math_f64(__WS_MATH_##F, x, 0.0); }               \
  __ws_math float name##f(float x) { return __ws_math_f32(__WS_MATH_##F, x, 0.0f); }             \
  __ws_math float name(float x) { return __ws_math_f32(__WS_MATH_##F, x, 0.0f); }                \
  template <class T> __ws_math __ws_integer_as_double<T> name(T x) { return name((double)x); }
#define __WS_MATH2(name, F)                                                                    \
  __ws_math double name(double x, double y) { return __ws_math_f64(__WS_MATH_##F, x, y); }       \
  __ws_math float name##f(float x, float y) { return __ws_math_f32(__WS_MATH_##F, x, y); }       \
  __ws_math float name(float x, float y) { return __ws_math_f32(__WS_MATH_##F, x, y); }          \
  template <class T, class U> __ws_math __ws_mixed_as_double<T, U> name(T x, U y) { return name((double)x, (double)y); }
/// double when the arguments are numbers of unlike types or integers.
template <class T, class U>
using __ws_mixed_as_double =
    std::enable_if_t<__is_arithmetic(T) && __is_arithmetic(U) && !(__is_same(T, U) && __is_floating_point(T)), double>;

__WS_MATH1(sqrt, Sqrt)
__WS_MATH1(rsqrt, Rsqrt)
__WS_MATH1(cbrt, Cbrt)
__WS_MATH1(rcbrt, Rcbrt)
__WS_MATH1(fabs, Abs)
__WS_MATH1(floor, Floor)
__WS_MATH1(ceil, Ceil)
__WS_MATH1(trunc, Trunc)
__WS_MATH1(round, Round)
__WS_MATH1(rint, Rint)
__WS_MATH1(nearbyint, Rint)
__WS_MATH1(exp, Exp)
__WS_MATH1(exp2, Exp2)
__WS_MATH1(exp10, Exp10)
__WS_MATH1(expm1, Expm1)
__WS_MATH1(log, Log)
__WS_MATH1(log2, Log2)
__WS_MATH1(log10, Log10)
__WS_MATH1(log1p, Log1p)
__WS_MATH1(logb, Logb)
__WS_MATH1(sin, Sin)
__WS_MATH1(cos, Cos)
__WS_MATH1(tan, Tan)
__WS_MATH1(sinpi, Sinpi)
__WS_MATH1(cospi, Cospi)
__WS_MATH1(asin, Asin)
__WS_MATH1(acos, Acos)
__WS_MATH1(atan, Atan)
__WS_MATH1(sinh, Sinh)
__WS_MATH1(cosh, Cosh)
__WS_MATH1(tanh, Tanh)
__WS_MATH1(asinh, Asinh)
__WS_MATH1(acosh, Acosh)
__WS_MATH1(atanh, Atanh)
__WS_MATH1(erf, Erf)
__WS_MATH1(erfc, Erfc)
__WS_MATH1(tgamma, Tgamma)
__WS_MATH1(lgamma, Lgamma)
__WS_MATH2(fmin, Min)
__WS_MATH2(fmax, Max)
__WS_MATH2(copysign, Copysign)
__WS_MATH2(pow, Pow)
__WS_MATH2(fmod, Fmod)
__WS_MATH2(remainder, Remainder)
__WS_MATH2(atan2, Atan2)
__WS_MATH2(hypot, Hypot)
__WS_MATH2(fdim, Fdim)
__WS_MATH2(nextafter, Nextafter)
#undef __WS_MATH1
#undef __WS_MATH2

__ws_math float abs(float x) { return fabsf(x); }
__ws_math double abs(double x) { return fabs(x); }
// CUDA has these four pairs for the host, too.
__WS_MATH_END
__WS_BEGIN
__ws_fn float min(float a, float b) { return __builtin_fminf(a, b); }
__ws_fn float max(float a, float b) { return __builtin_fmaxf(a, b); }
__ws_fn double min(double a, double b) { return __builtin_fmin(a, b); }
__ws_fn double max(double a, double b) { return __builtin_fmax(a, b); }
__ws_fn double min(float a, double b) { return __builtin_fmin((double)a, b); }
__ws_fn double max(float a, double b) { return __builtin_fmax((double)a, b); }
__ws_fn double min(double a, float b) { return __builtin_fmin(a, (double)b); }
__ws_fn double max(double a, float b) { return __builtin_fmax(a, (double)b); }
__WS_END
__WS_MATH_BEGIN

__ws_math double fma(double a, double b, double c) { return __ws_fma_f64(a, b, c); }
__ws_math float fma(float a, float b, float c) { return __ws_fma_f32(a, b, c); }
__ws_math float fmaf(float a, float b, float c) { return __ws_fma_f32(a, b, c); }

__ws_math int isnan(float x) { return (__float_as_uint(x) & 0x7fffffffu) > 0x7f800000u; }
__ws_math int isnan(double x) { return ((unsigned long long)__double_as_longlong(x) & 0x7fffffffffffffffull) > 0x7ff0000000000000ull; }
__ws_math int isinf(float x) { return (__float_as_uint(x) & 0x7fffffffu) == 0x7f800000u; }
__ws_math int isinf(double x) { return ((unsigned long long)__double_as_longlong(x) & 0x7fffffffffffffffull) == 0x7ff0000000000000ull; }
__ws_math int isfinite(float x) { return (__float_as_uint(x) & 0x7f800000u) != 0x7f800000u; }
__ws_math int isfinite(double x) { return ((unsigned long long)__double_as_longlong(x) & 0x7ff0000000000000ull) != 0x7ff0000000000000ull; }
__ws_math int signbit(float x) { return (int)(__float_as_uint(x) >> 31); }
__ws_math int signbit(double x) { return (int)((unsigned long long)__double_as_longlong(x) >> 63); }
__ws_math int isnormal(float x) { const unsigned e = __float_as_uint(x) & 0x7f800000u; return e != 0u && e != 0x7f800000u; }

__ws_math long lrint(double x) { return (long)__ws_f64_to_s64(x, __WS_ROUND_Nearest); }
__ws_math long lrintf(float x) { return (long)__ws_f32_to_s64(x, __WS_ROUND_Nearest); }
__ws_math long lrint(float x) { return lrintf(x); }
__ws_math long long llrint(double x) { return __ws_f64_to_s64(x, __WS_ROUND_Nearest); }
__ws_math long long llrintf(float x) { return __ws_f32_to_s64(x, __WS_ROUND_Nearest); }
__ws_math long lround(double x) { return (long)round(x); }
__ws_math long lroundf(float x) { return (long)roundf(x); }
__ws_math long lround(float x) { return (long)roundf(x); }
__ws_math long long llround(double x) { return (long long)round(x); }
__ws_math long long llroundf(float x) { return (long long)roundf(x); }

__ws_math double ldexp(double x, int e) {
  // In steps that stay in range, so that a subnormal result is rounded once at most.
  if (e > 1023) { x *= 8.98846567431158e307; e -= 1023; if (e > 1023) { x *= 8.98846567431158e307; e = e - 1023 > 1023 ? 1023 : e - 1023; } }
  else if (e < -1022) { x *= 2.004168360008973e-292; e += 969; if (e < -1022) { x *= 2.004168360008973e-292; e = e + 969 < -1022 ? -1022 : e + 969; } }
  return x * __longlong_as_double((long long)(e + 1023) << 52);
}
__ws_math float ldexpf(float x, int e) { return (float)ldexp((double)x, e); }
__ws_math float ldexp(float x, int e) { return ldexpf(x, e); }
__ws_math double scalbn(double x, int e) { return ldexp(x, e); }
__ws_math float scalbnf(float x, int e) { return ldexpf(x, e); }
__ws_math float scalbn(float x, int e) { return ldexpf(x, e); }
__ws_math double scalbln(double x, long e) { return ldexp(x, e > 4000 ? 4000 : e < -4000 ? -4000 : (int)e); }
__ws_math int ilogb(double x) { return (int)logb(x); }
__ws_math int ilogbf(float x) { return (int)logbf(x); }
__ws_math double frexp(double x, int *e) {
  if (x == 0.0 || !isfinite(x)) { *e = 0; return x; }
  const int exponent = (int)logb(x) + 1;
  *e = exponent;
  return ldexp(x, -exponent);
}
__ws_math float frexpf(float x, int *e) { return (float)frexp((double)x, e); }
__ws_math float frexp(float x, int *e) { return frexpf(x, e); }
__ws_math double modf(double x, double *whole) { *whole = trunc(x); return isinf(x) ? copysign(0.0, x) : copysign(x - *whole, x); }
__ws_math float modff(float x, float *whole) { *whole = truncf(x); return isinf(x) ? copysignf(0.0f, x) : copysignf(x - *whole, x); }
__ws_math float modf(float x, float *whole) { return modff(x, whole); }
__ws_math void sincos(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }
__ws_math void sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
__ws_math void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
__ws_math void sincospi(double x, double *s, double *c) { *s = sinpi(x); *c = cospi(x); }
__ws_math void sincospif(float x, float *s, float *c) { *s = sinpif(x); *c = cospif(x); }
__ws_math float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
__ws_math double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
__ws_math float norm3df(float a, float b, float c) { return sqrtf(a * a + b * b + c * c); }
__ws_math double norm3d(double a, double b, double c) { return sqrt(a * a + b * b + c * c); }
__ws_math float rnorm3df(float a, float b, float c) { return rsqrtf(a * a + b * b + c * c); }
__ws_math float norm4df(float a, float b, float c, float d) { return sqrtf(a * a + b * b + c * c + d * d); }
__ws_math double norm4d(double a, double b, double c, double d) { return sqrt(a * a + b * b + c * c + d * d); }
__ws_math float normcdff(float x) { return 0.5f * erfcf(-x * 0.707106781f); }
__ws_math double normcdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }
__ws_math double erfcx(double x) { return exp(x * x) * erfc(x); }
__ws_math float erfcxf(float x) { return (float)erfcx((double)x); }
__ws_math float powif(float x, int n) { return powf(x, (float)n); }
__ws_math double powi(double x, int n) { return pow(x, (double)n); }
__ws_math float fdividef(float x, float y) { return __ws_math_f32(__WS_MATH_FastDivide, x, y); }
__ws_math float nanf(const char *) { return __builtin_nanf(""); }
__ws_math double nan(const char *) { return __builtin_nan(""); }

// The fast ones: here with the accuracy of the slow ones.
#define __WS_FAST(name, F) __ws_math float name(float x) { return __ws_math_f32(__WS_MATH_Fast##F, x, 0.0f); }
__WS_FAST(__sinf, Sin)
__WS_FAST(__cosf, Cos)
__WS_FAST(__tanf, Tan)
__WS_FAST(__tanhf, Tanh)
__WS_FAST(__expf, Exp)
__WS_FAST(__exp10f, Exp10)
__WS_FAST(__logf, Log)
__WS_FAST(__log2f, Log2)
__WS_FAST(__log10f, Log10)
__WS_FAST(__ws_fast_exp2, Exp2) // what intrinsics of half are made of
__WS_FAST(__ws_fast_sqrt, Sqrt)
__WS_FAST(__ws_fast_rsqrt, Rsqrt)
__WS_FAST(__ws_fast_rcp, Rcp)
#undef __WS_FAST
__ws_math void __sincosf(float x, float *s, float *c) { *s = __sinf(x); *c = __cosf(x); }
__ws_math float __powf(float x, float y) { return __ws_math_f32(__WS_MATH_FastPow, x, y); }
__ws_math float __fdividef(float x, float y) { return __ws_math_f32(__WS_MATH_FastDivide, x, y); }
__ws_math float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
__ws_math float __frsqrt_rn(float x) { return rsqrtf(x); }

/// `exact` (or the nearest double to it) rounded to float in a direction.
__ws_math float __ws_round_f32(double exact, int mode) {
  const float nearest = (float)exact;
  if (mode == __WS_ROUND_Nearest || (double)nearest == exact || isnan(nearest)) return nearest;
  const bool above = (double)nearest > exact;
  if (mode == __WS_ROUND_Up) return above ? nearest : nextafterf(nearest, __builtin_inff());
  if (mode == __WS_ROUND_Down) return above ? nextafterf(nearest, -__builtin_inff()) : nearest;
  return above == (exact > 0.0) ? nextafterf(nearest, 0.0f) : nearest;
}
#define __WS_ROUNDED(suffix, mode)                                                                      \
  __ws_math float __fadd_##suffix(float a, float b) { return __ws_round_f32((double)a + (double)b, mode); } \
  __ws_math float __fsub_##suffix(float a, float b) { return __ws_round_f32((double)a - (double)b, mode); } \
  __ws_math float __fmul_##suffix(float a, float b) { return __ws_round_f32((double)a * (double)b, mode); } \
  __ws_math float __fdiv_##suffix(float a, float b) { return __ws_round_f32((double)a / (double)b, mode); } \
  __ws_math float __frcp_##suffix(float a) { return __ws_round_f32(1.0 / (double)a, mode); }              \
  __ws_math float __fsqrt_##suffix(float a) { return __ws_round_f32(sqrt((double)a), mode); }             \
  __ws_math float __fmaf_##suffix(float a, float b, float c) { return __ws_round_f32(fma((double)a, (double)b, (double)c), mode); } \
  __ws_math float __int2float_##suffix(int x) { return __ws_round_f32((double)x, mode); }                 \
  __ws_math float __uint2float_##suffix(unsigned x) { return __ws_round_f32((double)x, mode); }           \
  __ws_math float __double2float_##suffix(double x) { return __ws_round_f32(x, mode); }
__WS_ROUNDED(rz, __WS_ROUND_Zero)
__WS_ROUNDED(ru, __WS_ROUND_Up)
__WS_ROUNDED(rd, __WS_ROUND_Down)
#undef __WS_ROUNDED
#pragma clang fp contract(off)
__ws_math float __fadd_rn(float a, float b) { return a + b; }
__ws_math float __fsub_rn(float a, float b) { return a - b; }
__ws_math float __fmul_rn(float a, float b) { return a * b; }
__ws_math float __fdiv_rn(float a, float b) { return a / b; }
__ws_math float __frcp_rn(float a) { return 1.0f / a; }
__ws_math float __fsqrt_rn(float a) { return sqrtf(a); }
__ws_math float __fmaf_rn(float a, float b, float c) { return __ws_fma_f32(a, b, c); }
__ws_math double __dadd_rn(double a, double b) { return a + b; }
__ws_math double __dsub_rn(double a, double b) { return a - b; }
__ws_math double __dmul_rn(double a, double b) { return a * b; }
__ws_math double __ddiv_rn(double a, double b) { return a / b; }
__ws_math double __drcp_rn(double a) { return 1.0 / a; }
__ws_math double __dsqrt_rn(double a) { return sqrt(a); }
__ws_math double __fma_rn(double a, double b, double c) { return __ws_fma_f64(a, b, c); }
#pragma clang fp contract(on)

/// a op b in double, rounded in a direction: the nearest result, and one step from it where the exact error says so.
__ws_math double __ws_step_f64(double nearest, double error, int mode) {
  if (!(error > 0.0) && !(error < 0.0)) return nearest;
  if (isinf(nearest) || isnan(nearest)) return nearest;
  const bool above = error < 0.0; // the nearest lies above the exact result
  if (mode == __WS_ROUND_Up) return above ? nearest : nextafter(nearest, __builtin_inf());
  if (mode == __WS_ROUND_Down) return above ? nextafter(nearest, -__builtin_inf()) : nearest;
  return above == (nearest > 0.0) ? nextafter(nearest, 0.0) : nearest;
}
#pragma clang fp contract(off)
__ws_math double __ws_add_f64(double a, double b, int mode) {
  const double sum = a + b, part = sum - a;
  return __ws_step_f64(sum, (a - (sum - part)) + (b - part), mode);
}
__ws_math double __ws_mul_f64(double a, double b, int mode) {
  const double product = a * b;
  return __ws_step_f64(product, __ws_fma_f64(a, b, -product), mode);
}
__ws_math double __ws_div_f64(double a, double b, int mode) {
  const double quotient = a / b, rest = __ws_fma_f64(-quotient, b, a);
  return __ws_step_f64(quotient, b < 0.0 ? -rest : rest, mode);
}
__ws_math double __ws_sqrt_f64(double a, int mode) {
  const double root = sqrt(a);
  return __ws_step_f64(root, __ws_fma_f64(-root, root, a), mode);
}
#pragma clang fp contract(on)
#define __WS_ROUNDED_F64(suffix, mode)                                                               \
  __ws_math double __dadd_##suffix(double a, double b) { return __ws_add_f64(a, b, mode); }            \
  __ws_math double __dsub_##suffix(double a, double b) { return __ws_add_f64(a, -b, mode); }           \
  __ws_math double __dmul_##suffix(double a, double b) { return __ws_mul_f64(a, b, mode); }            \
  __ws_math double __ddiv_##suffix(double a, double b) { return __ws_div_f64(a, b, mode); }            \
  __ws_math double __drcp_##suffix(double a) { return __ws_div_f64(1.0, a, mode); }                    \
  __ws_math double __dsqrt_##suffix(double a) { return __ws_sqrt_f64(a, mode); }
__WS_ROUNDED_F64(rz, __WS_ROUND_Zero)
__WS_ROUNDED_F64(ru, __WS_ROUND_Up)
__WS_ROUNDED_F64(rd, __WS_ROUND_Down)
#undef __WS_ROUNDED_F64

#define __WS_CONVERT(suffix, mode)                                                                   \
  __ws_math int __float2int_##suffix(float x) { return __ws_f32_to_s32(x, mode); }                     \
  __ws_math unsigned __float2uint_##suffix(float x) { return __ws_f32_to_u32(x, mode); }               \
  __ws_math long long __float2ll_##suffix(float x) { return __ws_f32_to_s64(x, mode); }                \
  __ws_math unsigned long long __float2ull_##suffix(float x) { return __ws_f32_to_u64(x, mode); }      \
  __ws_math int __double2int_##suffix(double x) { return __ws_f64_to_s32(x, mode); }                   \
  __ws_math unsigned __double2uint_##suffix(double x) { return __ws_f64_to_u32(x, mode); }             \
  __ws_math long long __double2ll_##suffix(double x) { return __ws_f64_to_s64(x, mode); }              \
  __ws_math unsigned long long __double2ull_##suffix(double x) { return __ws_f64_to_u64(x, mode); }
__WS_CONVERT(rn, __WS_ROUND_Nearest)
__WS_CONVERT(rz, __WS_ROUND_Zero)
__WS_CONVERT(ru, __WS_ROUND_Up)
__WS_CONVERT(rd, __WS_ROUND_Down)
#undef __WS_CONVERT
__ws_math float __int2float_rn(int x) { return (float)x; }
__ws_math float __uint2float_rn(unsigned x) { return (float)x; }
__ws_math float __ll2float_rn(long long x) { return (float)x; }
__ws_math float __ull2float_rn(unsigned long long x) { return (float)x; }
__ws_math double __int2double_rn(int x) { return (double)x; }
__ws_math double __uint2double_rn(unsigned x) { return (double)x; }
__ws_math double __ll2double_rn(long long x) { return (double)x; }
__ws_math double __ull2double_rn(unsigned long long x) { return (double)x; }
__ws_math float __double2float_rn(double x) { return (float)x; }
__WS_MATH_END
