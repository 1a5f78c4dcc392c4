/* warpscope
title  = "bounded registers"
kernel = "bounded_registers"
grid   = "N/256"
block  = 256
[params]
N = 1048576
MINBLOCKS = [1, 4, 8]
[args]
in = "random:1[N]"
out = "zero[N]"
n = "N"
*/
#ifndef N
#define N 1048576
#endif
#ifndef MINBLOCKS
#define MINBLOCKS 1
#endif

// 40 values alive at once: with more blocks asked for the compiler has to spill
__global__ void __launch_bounds__(256, MINBLOCKS) bounded_registers(const float *in, float *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float v[40];
#pragma unroll
  for (int k = 0; k < 40; k++) v[k] = in[(i + k * 1024) & (n - 1)];
#pragma unroll 1
  for (int r = 0; r < 8; r++)
#pragma unroll
    for (int k = 0; k < 40; k++) v[k] = v[k] * v[(k + 7) % 40] + 0.5f;
  float s = 0;
#pragma unroll
  for (int k = 0; k < 40; k++) s += v[k];
  out[i] = s;
}
