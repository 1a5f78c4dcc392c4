/* warpscope
title  = "fma chains"
kernel = "fma_chains"
grid   = "BLOCKS"
block  = "BLOCK"
[params]
BLOCKS = 132
BLOCK = [32, 128, 1024]
CHAINS = [1, 2, 8]
LOOPS = 2048
[args]
out = "zero[BLOCKS*BLOCK]"
a = 0.999
b = 0.001
*/
#ifndef BLOCKS
#define BLOCKS 132
#endif
#ifndef BLOCK
#define BLOCK 32
#endif
#ifndef CHAINS
#define CHAINS 1
#endif
#ifndef LOOPS
#define LOOPS 2048
#endif

__global__ void fma_chains(float *out, float a, float b) {
  float v[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; c++) v[c] = threadIdx.x + c;
#pragma unroll 16
  for (int k = 0; k < LOOPS; k++)
#pragma unroll
    for (int c = 0; c < CHAINS; c++) v[c] = v[c] * a + b;
  float s = 0;
#pragma unroll
  for (int c = 0; c < CHAINS; c++) s += v[c];
  out[blockIdx.x * BLOCK + threadIdx.x] = s;
}
