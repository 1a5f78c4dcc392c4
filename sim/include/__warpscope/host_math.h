// CUDA's mathematical functions that the C library lacks, on the host: a whole program's own code calls them, too.
#pragma once
#ifdef __WARPSCOPE_PROGRAM__
#define __ws_host __host__ inline
#define __WS_HOST1(name, expression)                                           \
  __ws_host double name(double x) { return expression; }                       \
  __ws_host float name##f(float x) { return (float)name((double)x); }          \
  __ws_host float name(float x) { return name##f(x); }
__WS_HOST1(rsqrt, 1.0 / ::sqrt(x))
__WS_HOST1(rcbrt, 1.0 / ::cbrt(x))
__ws_host double __ws_half_turns(double x) { return ::remainder(x, 2.0) * 3.14159265358979323846; }
__WS_HOST1(sinpi, ::fmod(x, 1.0) == 0.0 ? ::copysign(0.0, x) : ::sin(__ws_half_turns(x)))
__WS_HOST1(cospi, ::fmod(x, 2.0) == 0.5 || ::fmod(x, 2.0) == -0.5 || ::fmod(x, 2.0) == 1.5 || ::fmod(x, 2.0) == -1.5 ? 0.0 : ::cos(__ws_half_turns(x)))
__WS_HOST1(normcdf, 0.5 * ::erfc(-x * 0.70710678118654752440))
__WS_HOST1(erfcx, x < 25.0 ? ::exp(x * x) * ::erfc(x) : 0.56418958354775628695 / x * (1.0 - 0.5 / (x * x)))
__ws_host double normcdfinv(double p) { return __ws_normcdfinv<double>(p, [](double x) { return ::log(x); }, [](double x) { return ::sqrt(x); }, [](double x) { return ::erfc(x); }, [](double x) { return ::exp(x); }); }
__ws_host float normcdfinvf(float p) { return (float)normcdfinv((double)p); }
__WS_HOST1(erfcinv, -normcdfinv(0.5 * x) * 0.70710678118654752440)
__ws_host double erfinv(double y) {
  if (!(y > -0.5 && y < 0.5)) return -erfcinv(1.0 + y);
  double x = 0.88622692545275801365 * y;
  for (int i = 0; i < 4; ++i) x -= (::erf(x) - y) * 0.88622692545275801365 * ::exp(x * x);
  return x;
}
__ws_host float erfinvf(float x) { return (float)erfinv((double)x); }
__WS_HOST1(cyl_bessel_i0, __ws_bessel_i<double>(x, 0))
__WS_HOST1(cyl_bessel_i1, __ws_bessel_i<double>(x, 1))
#undef __WS_HOST1
__ws_host void sincospi(double x, double *s, double *c) { *s = sinpi(x), *c = cospi(x); }
__ws_host void sincospif(float x, float *s, float *c) { *s = sinpif(x), *c = cospif(x); }
__ws_host double rhypot(double x, double y) { return 1.0 / ::hypot(x, y); }
__ws_host float rhypotf(float x, float y) { return (float)rhypot((double)x, (double)y); }
__ws_host double norm3d(double a, double b, double c) { return ::hypot(::hypot(a, b), c); }
__ws_host float norm3df(float a, float b, float c) { return (float)norm3d(a, b, c); }
__ws_host double norm4d(double a, double b, double c, double d) { return ::hypot(::hypot(a, b), ::hypot(c, d)); }
__ws_host float norm4df(float a, float b, float c, float d) { return (float)norm4d(a, b, c, d); }
__ws_host double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
__ws_host float rnorm3df(float a, float b, float c) { return (float)rnorm3d(a, b, c); }
__ws_host double rnorm4d(double a, double b, double c, double d) { return 1.0 / norm4d(a, b, c, d); }
__ws_host float rnorm4df(float a, float b, float c, float d) { return (float)rnorm4d(a, b, c, d); }
__ws_host float fdividef(float x, float y) { return x / y; }
#undef __ws_host
#endif
