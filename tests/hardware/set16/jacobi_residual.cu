/* warpscope
title  = "jacobi residual"
kernel = "jacobi_residual"
grid   = ["W/32", "W/32"]
block  = [32, 8]
[params]
W = [2048, 1024]
D = [0, 1]
[args]
u = "random:1[W*W]"
f = "random:2[W*W]"
v = "zero[W*W]"
err = "zero[1]"
w = "W"
*/
#ifndef W
#define W 2048
#endif
#ifndef D
#define D 0
#endif

#if D
typedef double real;
#else
typedef float real;
#endif
// Jacobi sweep, four rows a thread, the largest change by atomicMax on the bits
__global__ void jacobi_residual(const real *u, const real *f, real *v, int *err, int w) {
  int x = blockIdx.x * 32 + threadIdx.x;
  real worst = 0;
  for (int k = 0; k < 4; k++) {
    int y = blockIdx.y * 32 + threadIdx.y + 8 * k, i = y * w + x;
    if (x == 0 || y == 0 || x == w - 1 || y == w - 1) continue;
    real n = (real)0.25 * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - f[i]), d = n - u[i];
    v[i] = n;
    if (d < 0) d = -d;
    if (d > worst) worst = d;
  }
  float m = (float)worst;
  for (int d = 16; d; d /= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
  if (threadIdx.x == 0) atomicMax(err, __float_as_int(m));
}
