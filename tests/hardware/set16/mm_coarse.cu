/* warpscope
title  = "mm coarse"
kernel = "mm_coarse"
grid   = ["M/(16*COARSE)", "M/16"]
block  = [16, 16]
[params]
M = [1024, 512]
COARSE = [2, 4]
[args]
a = "random:1[M*M]"
b = "random:2[M*M]"
c = "zero[M*M]"
m = "M"
*/
#ifndef M
#define M 1024
#endif
#ifndef COARSE
#define COARSE 2
#endif

__global__ void mm_coarse(const float *a, const float *b, float *c, int m) {
  __shared__ float as[16][16], bs[16][16 * COARSE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 * COARSE + tx;
  float acc[COARSE] = {};
  for (int t = 0; t < m; t += 16) {
    as[ty][tx] = a[row * m + t + tx];
    for (int j = 0; j < COARSE; j++) bs[ty][tx + 16 * j] = b[(t + ty) * m + col + 16 * j];
    __syncthreads();
    for (int k = 0; k < 16; k++) {
      float av = as[ty][k];
      for (int j = 0; j < COARSE; j++) acc[j] += av * bs[k][tx + 16 * j];
    }
    __syncthreads();
  }
  for (int j = 0; j < COARSE; j++) c[row * m + col + 16 * j] = acc[j];
}
