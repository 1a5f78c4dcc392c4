/* warpscope
title  = "stride loop few"
kernel = "stride_loop_few"
grid   = "BLOCKS"
block  = "BLOCK"
[params]
N = 2097152
BLOCKS = [8, 64, 132]
BLOCK = [256, 1024]
UNROLL = [1, 4]
[args]
in = "random:1[N]"
out = "zero[N]"
n = "N"
*/
#ifndef N
#define N 2097152
#endif
#ifndef BLOCKS
#define BLOCKS 8
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef UNROLL
#define UNROLL 1
#endif

__global__ void stride_loop_few(const float *in, float *out, int n) {
  int step = gridDim.x * BLOCK;
#if UNROLL == 4
#pragma unroll 4
#else
#pragma unroll 1
#endif
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += step) out[i] = in[i] * 1.01f + 2.0f;
}
