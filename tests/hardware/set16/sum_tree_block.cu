/* warpscope
title  = "sum tree block"
kernel = "sum_tree_block"
grid   = "N/(2*BLOCK)"
block  = "BLOCK"
[params]
N = 8388608
BLOCK = [128, 512, 1024]
MODULO = [0, 1]
[args]
in = "random:1[N]"
out = "zero[N/(2*BLOCK)]"
*/
#ifndef N
#define N 8388608
#endif
#ifndef BLOCK
#define BLOCK 128
#endif
#ifndef MODULO
#define MODULO 0
#endif

// two elements a thread, no loop over the input
__global__ void sum_tree_block(const int *in, int *out) {
  __shared__ int s[BLOCK];
  int t = threadIdx.x, base = blockIdx.x * 2 * BLOCK;
  s[t] = (in[base + t] >> 8) + (in[base + t + BLOCK] >> 8);
  __syncthreads();
#if MODULO
  for (int d = 1; d < BLOCK; d <<= 1) {
    if ((t & (2 * d - 1)) == 0) s[t] = (s[t] >> 1) + (s[t + d] >> 1);
    __syncthreads();
  }
#else
  for (int d = BLOCK / 2; d; d >>= 1) {
    if (t < d) s[t] = (s[t] >> 1) + (s[t + d] >> 1);
    __syncthreads();
  }
#endif
  if (!t) out[blockIdx.x] = s[0];
}
