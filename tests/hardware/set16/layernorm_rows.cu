/* warpscope
title  = "layernorm rows"
kernel = "layernorm_rows"
grid   = "ROWS"
block  = 256
[params]
ROWS = [8192, 1024]
COLS = [1024, 4096]
RMS = [0, 1]
[args]
in = "random:1[ROWS*COLS]"
gamma = "random:2[COLS]"
beta = "random:3[COLS]"
out = "zero[ROWS*COLS]"
cols = "COLS"
*/
#ifndef ROWS
#define ROWS 8192
#endif
#ifndef COLS
#define COLS 1024
#endif
#ifndef RMS
#define RMS 0
#endif

__device__ float block_sum(float v) {
  __shared__ float s[8];
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  __syncthreads();
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  return s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
}
__global__ void layernorm_rows(const float *in, const float *gamma, const float *beta, float *out, int cols) {
  const float *x = in + (size_t)blockIdx.x * cols;
  float *y = out + (size_t)blockIdx.x * cols;
  float s = 0;
#if RMS
  for (int i = threadIdx.x; i < cols; i += 256) s += x[i] * x[i];
  float r = rsqrtf(block_sum(s) / cols + 1e-5f);
  for (int i = threadIdx.x; i < cols; i += 256) y[i] = x[i] * r * gamma[i];
#else
  for (int i = threadIdx.x; i < cols; i += 256) s += x[i];
  float mean = block_sum(s) / cols;
  s = 0;
  for (int i = threadIdx.x; i < cols; i += 256) { float d = x[i] - mean; s += d * d; }
  float r = rsqrtf(block_sum(s) / cols + 1e-5f);
  for (int i = threadIdx.x; i < cols; i += 256) y[i] = (x[i] - mean) * r * gamma[i] + beta[i];
#endif
}
