/* warpscope
title  = "mm half pairs"
kernel = "mm_half_pairs"
grid   = ["M/64", "M/16"]
block  = [32, 16]
[params]
M = [1024, 512]
[args]
a = "random:1[M*M]"
b = "random:2[M*M]"
c = "zero[M*M]"
m = "M"
*/
#ifndef M
#define M 1024
#endif

#include <cuda_fp16.h>
// half2 arithmetic, float accumulation every 32 steps
__global__ void mm_half_pairs(const __half *a, const __half *b, __half *c, int m) {
  __shared__ __half as[16][32];
  __shared__ __half2 bs[32][32];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 32 + tx;
  float2 acc = make_float2(0, 0);
  for (int t = 0; t < m; t += 32) {
    as[ty][tx] = a[row * m + t + tx];
    bs[ty][tx] = ((const __half2 *)b)[(t + ty) * (m / 2) + col];
    bs[ty + 16][tx] = ((const __half2 *)b)[(t + ty + 16) * (m / 2) + col];
    __syncthreads();
    __half2 part = __float2half2_rn(0.0f);
#pragma unroll
    for (int k = 0; k < 32; k++) part = __hfma2(__half2half2(as[ty][k]), bs[k][tx], part);
    float2 f = __half22float2(part);
    acc.x += f.x; acc.y += f.y;
    __syncthreads();
  }
  ((__half2 *)c)[row * (m / 2) + col] = __floats2half2_rn(acc.x, acc.y);
}
