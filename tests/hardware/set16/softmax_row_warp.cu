/* warpscope
title  = "softmax row warp"
kernel = "softmax_row_warp"
grid   = "ROWS/WARPS"
block  = [32, "WARPS"]
[params]
ROWS = [65536, 16384]
COLS = [256, 96]
WARPS = 4
[args]
in = "random:1[ROWS*COLS]"
out = "zero[ROWS*COLS]"
*/
#ifndef ROWS
#define ROWS 65536
#endif
#ifndef COLS
#define COLS 256
#endif
#ifndef WARPS
#define WARPS 4
#endif

// a warp a row, the row in registers
__global__ void softmax_row_warp(const float *in, float *out) {
  size_t row = blockIdx.x * WARPS + threadIdx.y;
  float v[COLS / 32], m = -1e30f, s = 0;
#pragma unroll
  for (int k = 0; k < COLS / 32; k++) { v[k] = in[row * COLS + k * 32 + threadIdx.x]; m = fmaxf(m, v[k]); }
  for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
#pragma unroll
  for (int k = 0; k < COLS / 32; k++) { v[k] = __expf(v[k] - m); s += v[k]; }
  for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
#pragma unroll
  for (int k = 0; k < COLS / 32; k++) out[row * COLS + k * 32 + threadIdx.x] = v[k] / s;
}
