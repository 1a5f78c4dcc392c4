// CUDA's rarer mathematical functions: inverses of distributions, Bessel's, norms, conversions in a direction.
// Approximated: inverses of error functions and of the normal distribution by one approximation and steps of Halley or Newton, within the documented error.
#pragma once
__WS_BEGIN
/// The inverse of the normal distribution: Acklam's approximation and one step of Halley's.
template <class T, class Log, class Sqrt, class Erfc, class Exp> __ws_fn T __ws_normcdfinv(T p, Log log, Sqrt sqrt, Erfc erfc, Exp exp) {
  if (!(p >= 0.0 && p <= 1.0)) return __builtin_nan("");
  if (p == 0.0) return -__builtin_inf();
  if (p == 1.0) return __builtin_inf();
  const bool upper = p > 0.5;
  const T t = upper ? 1.0 - p : p;
  T x;
  if (t < 0.02425) {
    const T q = sqrt(-2.0 * log(t));
    x = (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838e+00) * q - 2.549732539343734e+00) * q + 4.374664141464968e+00) * q + 2.938163982698783e+00) /
        ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996e+00) * q + 3.754408661907416e+00) * q + 1.0);
  } else {
    const T q = t - 0.5, r = q * q;
    x = (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r + 1.383577518672690e+02) * r - 3.066479806614716e+01) * r + 2.506628277459239e+00) * q /
        (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r + 6.680131188771972e+01) * r - 1.328068155288572e+01) * r + 1.0);
  }
  for (int i = 0; i < 2; ++i) {
    const T e = 0.5 * erfc(-x * 0.70710678118654752440) - t, u = e * 2.50662827463100050242 * exp(0.5 * x * x);
    x -= u / (1.0 + 0.5 * x * u);
  }
  return upper ? -x : x;
}
/// The modified Bessel function of order 0 or 1 by its series.
template <class T> __ws_fn T __ws_bessel_i(T x, int order) {
  T term = order == 0 ? 1.0 : 0.5 * x, sum = term;
  for (int k = 1; k < 2000; ++k) {
    term *= 0.25 * x * x / ((T)k * (T)(k + order));
    sum += term;
    if (term < 1e-17 * sum && -term < 1e-17 * sum) break;
  }
  return sum;
}
__WS_END
__WS_MATH_BEGIN
__ws_math double normcdfinv(double p) {
  return __ws_normcdfinv<double>(p, [](double x) { return log(x); }, [](double x) { return sqrt(x); }, [](double x) { return erfc(x); }, [](double x) { return exp(x); });
}
__ws_math float normcdfinvf(float p) { return (float)normcdfinv((double)p); }
__ws_math float normcdfinv(float p) { return normcdfinvf(p); }
__ws_math float normcdf(float x) { return normcdff(x); }
__ws_math double erfcinv(double y) { return -normcdfinv(0.5 * y) * 0.70710678118654752440; }
__ws_math float erfcinvf(float y) { return (float)erfcinv((double)y); }
__ws_math float erfcinv(float y) { return erfcinvf(y); }
__ws_math double erfinv(double y) {
  if (!(y > -0.5 && y < 0.5)) return -erfcinv(1.0 + y);
  double x = 0.88622692545275801365 * y;
  for (int i = 0; i < 4; ++i) x -= (erf(x) - y) * 0.88622692545275801365 * exp(x * x);
  return x;
}
__ws_math float erfinvf(float y) { return (float)erfinv((double)y); }
__ws_math float erfinv(float y) { return erfinvf(y); }
__ws_math double cyl_bessel_i0(double x) { return __ws_bessel_i<double>(x, 0); }
__ws_math double cyl_bessel_i1(double x) { return __ws_bessel_i<double>(x, 1); }
__ws_math float cyl_bessel_i0f(float x) { return (float)cyl_bessel_i0((double)x); }
__ws_math float cyl_bessel_i1f(float x) { return (float)cyl_bessel_i1((double)x); }
__ws_math double norm(int dimensions, const double *values) {
  double sum = 0.0;
  for (int i = 0; i < dimensions; ++i) sum += values[i] * values[i];
  return sqrt(sum);
}
__ws_math float normf(int dimensions, const float *values) {
  float sum = 0.0f;
  for (int i = 0; i < dimensions; ++i) sum += values[i] * values[i];
  return sqrtf(sum);
}
__ws_math double rnorm(int dimensions, const double *values) { return 1.0 / norm(dimensions, values); }
__ws_math float rnormf(int dimensions, const float *values) { return 1.0f / normf(dimensions, values); }
__ws_math double rnorm3d(double a, double b, double c) { return rsqrt(a * a + b * b + c * c); }
__ws_math double rnorm4d(double a, double b, double c, double d) { return rsqrt(a * a + b * b + c * c + d * d); }
__ws_math float rnorm4df(float a, float b, float c, float d) { return rsqrtf(a * a + b * b + c * c + d * d); }
__ws_math int __isnanf(float x) { return isnan(x); }
__ws_math int __isinff(float x) { return isinf(x); }
__ws_math int __finitef(float x) { return isfinite(x); }
#define __WS_ROUNDED(suffix, mode)                                                                                  \
  __ws_math double __fma_##suffix(double a, double b, double c) {                                                   \
    const double nearest = __ws_fma_f64(a, b, c), product = a * b, low = __ws_fma_f64(a, b, -product);              \
    const double sum = product + c, part = sum - product, rest = (product - (sum - part)) + (c - part);             \
    return __ws_step_f64(nearest, (sum - nearest) + (rest + low), mode);                                            \
  }                                                                                                                 \
  __ws_math double __ll2double_##suffix(long long x) {                                                              \
    const double nearest = (double)x;                                                                               \
    return __ws_step_f64(nearest, nearest >= 9223372036854775808.0 ? -1.0 : (double)(x - (long long)nearest), mode); \
  }                                                                                                                 \
  __ws_math double __ull2double_##suffix(unsigned long long x) {                                                    \
    const double nearest = (double)x;                                                                               \
    return __ws_step_f64(nearest, nearest >= 18446744073709551616.0 ? -1.0 : (double)(long long)(x - (unsigned long long)nearest), mode); \
  }                                                                                                                 \
  __ws_math float __ll2float_##suffix(long long x) { return __ws_round_f32(__ll2double_##suffix(x), mode); }        \
  __ws_math float __ull2float_##suffix(unsigned long long x) { return __ws_round_f32(__ull2double_##suffix(x), mode); }
__WS_ROUNDED(rz, __WS_ROUND_Zero)
__WS_ROUNDED(ru, __WS_ROUND_Up)
__WS_ROUNDED(rd, __WS_ROUND_Down)
#undef __WS_ROUNDED
__WS_MATH_END
