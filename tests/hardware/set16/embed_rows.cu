/* warpscope
title  = "embed rows"
kernel = "embed_rows"
grid   = "TOKENS/(256/LANES)"
block  = 256
[params]
TOKENS = [65536, 8192]
ROWS = [100000, 5000]
DIM = [128, 64]
LANES = [32, 16]
[args]
id = "random:3[TOKENS]"
table = "random:4[ROWS*DIM]"
out = "zero[TOKENS*DIM]"
rows = "ROWS"
*/
#ifndef TOKENS
#define TOKENS 65536
#endif
#ifndef ROWS
#define ROWS 100000
#endif
#ifndef DIM
#define DIM 128
#endif
#ifndef LANES
#define LANES 32
#endif

__global__ void embed_rows(const unsigned *id, const float *table, float *out, int rows) {
  int token = (blockIdx.x * 256 + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
  size_t r = id[token] % rows;
  const float4 *src = (const float4 *)(table + r * DIM);
  float4 *dst = (float4 *)(out + (size_t)token * DIM);
  for (int k = lane; k < DIM / 4; k += LANES) dst[k] = src[k];
}
