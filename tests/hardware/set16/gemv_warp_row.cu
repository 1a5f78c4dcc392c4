/* warpscope
title  = "gemv warp row"
kernel = "gemv_warp_row"
grid   = "R/8"
block  = 256
[params]
R = [8192, 2048]
C = [2048, 4096]
SHARED_X = [0, 1]
[args]
a = "random:1[R*C]"
x = "random:2[C]"
y = "zero[R]"
r = "R"
c = "C"
*/
#ifndef R
#define R 8192
#endif
#ifndef C
#define C 2048
#endif
#ifndef SHARED_X
#define SHARED_X 0
#endif

__global__ void gemv_warp_row(const float *a, const float *x, float *y, int r, int c) {
  int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
#if SHARED_X
  __shared__ float xs[4096];
  for (int j = threadIdx.x; j < c; j += 256) xs[j] = x[j];
  __syncthreads();
#else
  const float *xs = x;
#endif
  float s = 0;
  for (int j = lane; j < c; j += 32) s += a[row * c + j] * xs[j];
  for (int d = 16; d; d /= 2) s += __shfl_xor_sync(0xffffffff, s, d);
  if (lane == 0) y[row] = s;
}
