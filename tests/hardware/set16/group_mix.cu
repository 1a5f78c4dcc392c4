/* warpscope
title  = "group mix"
kernel = "group_mix"
grid   = "N/256"
block  = 256
[params]
N = 4194304
VIA = [0, 1]
[args]
in = "random:1[N]"
out = "zero[N]"
*/
#ifndef N
#define N 4194304
#endif
#ifndef VIA
#define VIA 0
#endif

// every lane mixes in what the other 7 lanes of its group hold: by shuffles, or through shared memory
__global__ void group_mix(const unsigned *in, unsigned *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  unsigned v = in[i], r = v;
#if VIA == 0
#pragma unroll
  for (int k = 1; k < 8; k++) r = r * 31 + __shfl_xor_sync(~0u, v + k, k);
#else
  __shared__ unsigned s[8][32][9];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32;
#pragma unroll
  for (int k = 1; k < 8; k++) {
    s[w][lane][k] = v + k;
    __syncwarp();
    r = r * 31 + s[w][lane ^ k][k];
  }
#endif
  out[i] = r;
}
