/* warpscope
title  = "sum reduce"
kernel = "sum_reduce"
grid   = "BLOCKS"
block  = 256
[params]
N = [33554432, 2097152]
BLOCKS = [1056, 264]
HOW = [0, 1, 2]
[args]
in = "random:1[N]"
out = "zero[BLOCKS]"
n = "N"
*/
#ifndef N
#define N 33554432
#endif
#ifndef BLOCKS
#define BLOCKS 1056
#endif
#ifndef HOW
#define HOW 0
#endif

// HOW 0: interleaved tree, 1: sequential tree, 2: warp shuffles
__global__ void sum_reduce(const float *in, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  float v = 0;
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) v += in[i];
#if HOW == 2
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (t % 32 == 0) s[t / 32] = v;
  __syncthreads();
  if (t < 8) {
    v = s[t];
    for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(0xff, v, d);
    if (t == 0) out[blockIdx.x] = v;
  }
#else
  s[t] = v;
  __syncthreads();
#if HOW == 0
  for (int d = 1; d < 256; d *= 2) {
    if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();
  }
#else
  for (int d = 128; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
#endif
  if (t == 0) out[blockIdx.x] = s[0];
#endif
}
