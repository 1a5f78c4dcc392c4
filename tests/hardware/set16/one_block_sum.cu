/* warpscope
title  = "one block sum"
kernel = "one_block_sum"
grid   = 1
block  = "BLOCK"
[params]
N = [131072, 8192]
BLOCK = [32, 256, 1024]
[args]
in = "random:1[N]"
out = "zero[1]"
n = "N"
*/
#ifndef N
#define N 131072
#endif
#ifndef BLOCK
#define BLOCK 32
#endif

__global__ void one_block_sum(const float *in, float *out, int n) {
  __shared__ float s[BLOCK];
  float v = 0;
  for (int i = threadIdx.x; i < n; i += BLOCK) v += in[i];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int d = BLOCK / 2; d > 0; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = s[0];
}
