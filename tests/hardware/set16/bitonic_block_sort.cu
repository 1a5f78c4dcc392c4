/* warpscope
title  = "bitonic block sort"
kernel = "bitonic_block_sort"
grid   = "N/(2*BLOCK)"
block  = "BLOCK"
[params]
N = [2097152, 262144]
BLOCK = [128, 512]
[args]
in = "random:5[N]"
out = "zero[N]"
*/
#ifndef N
#define N 2097152
#endif
#ifndef BLOCK
#define BLOCK 128
#endif

__global__ void bitonic_block_sort(const float *in, float *out) {
  __shared__ float s[2 * BLOCK];
  int t = threadIdx.x, base = blockIdx.x * 2 * BLOCK;
  s[t] = in[base + t];
  s[t + BLOCK] = in[base + t + BLOCK];
  for (int k = 2; k <= 2 * BLOCK; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      int i = 2 * t - (t & (j - 1));
      float a = s[i], b = s[i + j];
      if ((a > b) == ((i & k) == 0)) { s[i] = b; s[i + j] = a; }
    }
  __syncthreads();
  out[base + t] = s[t];
  out[base + t + BLOCK] = s[t + BLOCK];
}
