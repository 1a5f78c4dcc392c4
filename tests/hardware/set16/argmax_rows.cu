/* warpscope
title  = "argmax rows"
kernel = "argmax_rows"
grid   = "ROWS"
block  = 128
[params]
ROWS = [4096, 512]
COLS = [2048, 10000]
[args]
in = "random:9[ROWS*COLS]"
best = "zero[ROWS]"
cols = "COLS"
*/
#ifndef ROWS
#define ROWS 4096
#endif
#ifndef COLS
#define COLS 2048
#endif

__global__ void argmax_rows(const float *in, int *best, int cols) {
  const float *row = in + (size_t)blockIdx.x * cols;
  float v = -1e30f;
  int at = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    if (row[i] > v) { v = row[i]; at = i; }
  for (int d = 16; d > 0; d >>= 1) {
    float ov = __shfl_down_sync(0xffffffff, v, d);
    int oa = __shfl_down_sync(0xffffffff, at, d);
    if (ov > v || (ov == v && oa < at)) { v = ov; at = oa; }
  }
  __shared__ float sv[4];
  __shared__ int sa[4];
  if (threadIdx.x % 32 == 0) { sv[threadIdx.x / 32] = v; sa[threadIdx.x / 32] = at; }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 4; w++) if (sv[w] > v) { v = sv[w]; at = sa[w]; }
    best[blockIdx.x] = at;
  }
}
