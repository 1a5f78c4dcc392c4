/* warpscope
title  = "horner"
kernel = "horner"
grid   = "(N+255)/256"
block  = 256
[params]
N = [8388608, 1048576]
D = [0, 1]
DEGREE = [12, 60]
[args]
x = "random:1[N]"
y = "zero[N]"
coef = "random:2[DEGREE+1]"
n = "N"
*/
#ifndef N
#define N 8388608
#endif
#ifndef D
#define D 0
#endif
#ifndef DEGREE
#define DEGREE 12
#endif

#if D
typedef double real;
#else
typedef float real;
#endif
__global__ void horner(const real *x, real *y, const real *coef, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  real v = x[i], s = coef[DEGREE];
#pragma unroll
  for (int k = DEGREE - 1; k >= 0; k--) s = s * v + coef[k];
  y[i] = s;
}
