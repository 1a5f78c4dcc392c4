/* warpscope
title  = "mm tile"
kernel = "mm_tile"
grid   = ["M/TILE", "M/TILE"]
block  = ["TILE", "TILE"]
[params]
M = [1024, 512]
TILE = [16, 32]
[args]
a = "random:1[M*M]"
b = "random:2[M*M]"
c = "zero[M*M]"
m = "M"
*/
#ifndef M
#define M 1024
#endif
#ifndef TILE
#define TILE 16
#endif

__global__ void mm_tile(const float *a, const float *b, float *c, int m) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float acc = 0;
  for (int t = 0; t < m; t += TILE) {
    as[ty][tx] = a[row * m + t + tx];
    bs[ty][tx] = b[(t + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < TILE; k++) acc += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = acc;
}
