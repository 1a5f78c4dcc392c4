/* warpscope
title  = "quantise rows"
kernel = "quantise_rows"
grid   = "ROWS"
block  = 128
[params]
ROWS = [8192, 2048]
COLS = 2048
BACK = [0, 1]
[args]
x = "random:1[ROWS*COLS]"
q = "random:2[ROWS*COLS]"
scale = "random:3[ROWS]"
y = "zero[ROWS*COLS]"
*/
#ifndef ROWS
#define ROWS 8192
#endif
#ifndef COLS
#define COLS 2048
#endif
#ifndef BACK
#define BACK 0
#endif

// int8 with a scale a row; BACK: dequantise
__global__ void quantise_rows(const float *x, signed char *q, float *scale, float *y) {
  size_t row = blockIdx.x;
#if BACK
  float s = scale[row];
  for (int i = threadIdx.x; i < COLS / 4; i += 128) {
    char4 v = ((const char4 *)(q + row * COLS))[i];
    ((float4 *)(y + row * COLS))[i] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
  }
#else
  __shared__ float w[4];
  float m = 0;
  for (int i = threadIdx.x; i < COLS; i += 128) m = fmaxf(m, fabsf(x[row * COLS + i]));
  for (int d = 16; d; d /= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
  if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = m;
  __syncthreads();
  m = fmaxf(fmaxf(w[0], w[1]), fmaxf(w[2], w[3]));
  float r = 127.0f / m;
  for (int i = threadIdx.x; i < COLS; i += 128) q[row * COLS + i] = (signed char)__float2int_rn(x[row * COLS + i] * r);
  if (threadIdx.x == 0) scale[row] = m / 127.0f;
#endif
}
