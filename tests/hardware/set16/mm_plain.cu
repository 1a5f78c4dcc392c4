/* warpscope
title  = "mm plain"
kernel = "mm_plain"
grid   = ["M/BX", "M/BY"]
block  = ["BX", "BY"]
[params]
M = [640, 320]
BX = [16, 32]
BY = [16, 8]
SWAP = [0, 1]
[args]
a = "random:1[M*M]"
b = "random:2[M*M]"
c = "zero[M*M]"
m = "M"
*/
#ifndef M
#define M 640
#endif
#ifndef BX
#define BX 16
#endif
#ifndef BY
#define BY 16
#endif
#ifndef SWAP
#define SWAP 0
#endif

__global__ void mm_plain(const float *a, const float *b, float *c, int m) {
#if SWAP
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
#else
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
#endif
  float sum = 0;
  for (int k = 0; k < m; k++) sum += a[row * m + k] * b[k * m + col];
  c[row * m + col] = sum;
}
