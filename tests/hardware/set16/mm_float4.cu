/* warpscope
title  = "mm float4"
kernel = "mm_float4"
grid   = ["M/64", "M/16"]
block  = [16, 16]
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

// a thread makes four neighbours of a row, b is read as float4
__global__ void mm_float4(const float *a, const float *b, float *c, int m) {
  __shared__ float as[16][17];
  __shared__ float4 bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, col4 = blockIdx.x * 16 + tx;
  const float4 *b4 = (const float4 *)b;
  float4 acc = make_float4(0, 0, 0, 0);
  for (int t = 0; t < m; t += 16) {
    as[ty][tx] = a[row * m + t + tx];
    bs[ty][tx] = b4[(t + ty) * (m / 4) + col4];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; k++) {
      float s = as[ty][k];
      float4 v = bs[k][tx];
      acc.x += s * v.x; acc.y += s * v.y; acc.z += s * v.z; acc.w += s * v.w;
    }
    __syncthreads();
  }
  ((float4 *)c)[row * (m / 4) + col4] = acc;
}
