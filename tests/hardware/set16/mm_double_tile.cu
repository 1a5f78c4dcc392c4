/* warpscope
title  = "mm double tile"
kernel = "mm_double_tile"
grid   = ["M/16", "M/16"]
block  = [16, 16]
[params]
M = [768, 384]
[args]
a = "random:1[M*M]"
b = "random:2[M*M]"
c = "zero[M*M]"
m = "M"
*/
#ifndef M
#define M 768
#endif

__global__ void mm_double_tile(const double *a, const double *b, double *c, int m) {
  __shared__ double as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  double acc = 0;
  for (int t = 0; t < m / 16; t++) {
    as[ty][tx] = a[row * m + t * 16 + tx];
    bs[ty][tx] = b[(t * 16 + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < 16; k++) acc = fma(as[ty][k], bs[k][tx], acc);
    __syncthreads();
  }
  c[row * m + col] = acc;
}
