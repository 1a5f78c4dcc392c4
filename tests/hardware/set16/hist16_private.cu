/* warpscope
title  = "hist16 private"
kernel = "hist16_private"
grid   = "BLOCKS"
block  = 64
[params]
N = 8388608
BLOCKS = [264, 1056]
[args]
in = "random:11[N]"
hist = "zero[16]"
n = "N"
*/
#ifndef N
#define N 8388608
#endif
#ifndef BLOCKS
#define BLOCKS 264
#endif

// every thread has its own 16 counters, thread-major so that no two lanes share a bank
__global__ void hist16_private(const unsigned char *in, unsigned *hist, int n) {
  __shared__ unsigned h[16][64];
  int t = threadIdx.x;
  for (int b = 0; b < 16; b++) h[b][t] = 0;
  for (int i = blockIdx.x * 64 + t; i < n / 4; i += gridDim.x * 64) {
    uchar4 v = ((const uchar4 *)in)[i];
    h[v.x >> 4][t]++; h[v.y >> 4][t]++; h[v.z >> 4][t]++; h[v.w >> 4][t]++;
  }
  __syncthreads();
  if (t < 16) {
    unsigned s = 0;
    for (int k = 0; k < 64; k++) s += h[t][(k + t) % 64];
    atomicAdd(&hist[t], s);
  }
}
