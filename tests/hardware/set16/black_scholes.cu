/* warpscope
title  = "black scholes"
kernel = "black_scholes"
grid   = "(N+127)/128"
block  = 128
[params]
N = [4194304, 400000]
D = [0, 1]
[args]
price = "random:1[N]"
strike = "random:2[N]"
years = "random:3[N]"
call = "zero[N]"
put = "zero[N]"
n = "N"
*/
#ifndef N
#define N 4194304
#endif
#ifndef D
#define D 0
#endif

#if D
typedef double real;
#define EXP exp
#define LOG log
#define SQRT sqrt
#define ERFC erfc
#else
typedef float real;
#define EXP expf
#define LOG logf
#define SQRT sqrtf
#define ERFC erfcf
#endif
__device__ real cdf(real x) { return (real)0.5 * ERFC(-x * (real)0.70710678118); }
__global__ void black_scholes(const real *price, const real *strike, const real *years, real *call, real *put, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const real r = 0.02, vol = 0.3;
  real s = 5 + 25 * price[i], x = 1 + 99 * strike[i], t = (real)0.25 + 9 * years[i];
  real q = vol * SQRT(t), d1 = (LOG(s / x) + (r + (real)0.5 * vol * vol) * t) / q, d2 = d1 - q;
  real disc = x * EXP(-r * t), c = s * cdf(d1) - disc * cdf(d2);
  call[i] = c;
  put[i] = c + disc - s;
}
