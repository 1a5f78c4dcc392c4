/* warpscope
title  = "dot atomic"
kernel = "dot_atomic"
grid   = "BLOCKS"
block  = "BLOCK"
[params]
N = [8388608, 524288]
BLOCKS = [132, 1024]
BLOCK = [256, 512]
EVERY = [0, 1]
[args]
a = "random:1[N]"
b = "random:2[N]"
out = "zero[1]"
n = "N"
*/
#ifndef N
#define N 8388608
#endif
#ifndef BLOCKS
#define BLOCKS 132
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef EVERY
#define EVERY 0
#endif

// EVERY: each warp adds to the result itself, else the block does
__global__ void dot_atomic(const float *a, const float *b, float *out, int n) {
  float v = 0;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) v += a[i] * b[i];
  for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
#if EVERY
  if ((threadIdx.x & 31) == 0) atomicAdd(out, v);
#else
  __shared__ float w[BLOCK / 32];
  if ((threadIdx.x & 31) == 0) w[threadIdx.x >> 5] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    float s = 0;
    for (int i = 0; i < BLOCK / 32; i++) s += w[i];
    atomicAdd(out, s);
  }
#endif
}
