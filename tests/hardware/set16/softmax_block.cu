/* warpscope
title  = "softmax block"
kernel = "softmax_block"
grid   = "ROWS"
block  = "BLOCK"
[params]
ROWS = [8192, 1024]
COLS = [1024, 5000]
BLOCK = [128, 256]
PASSES = [3, 2]
[args]
in = "random:1[ROWS*COLS]"
out = "zero[ROWS*COLS]"
cols = "COLS"
*/
#ifndef ROWS
#define ROWS 8192
#endif
#ifndef COLS
#define COLS 1024
#endif
#ifndef BLOCK
#define BLOCK 128
#endif
#ifndef PASSES
#define PASSES 3
#endif

// PASSES 3: maximum, sum, result; 2: maximum and sum together (online)
__global__ void softmax_block(const float *in, float *out, int cols) {
  __shared__ float sm[BLOCK], ss[BLOCK];
  const float *x = in + (size_t)blockIdx.x * cols;
  float *y = out + (size_t)blockIdx.x * cols;
  int t = threadIdx.x;
  float m = -1e30f, s = 0;
#if PASSES == 3
  for (int i = t; i < cols; i += BLOCK) m = fmaxf(m, x[i]);
  sm[t] = m;
  __syncthreads();
  for (int d = BLOCK / 2; d > 0; d /= 2) { if (t < d) sm[t] = fmaxf(sm[t], sm[t + d]); __syncthreads(); }
  m = sm[0];
  for (int i = t; i < cols; i += BLOCK) s += expf(x[i] - m);
  ss[t] = s;
  __syncthreads();
  for (int d = BLOCK / 2; d > 0; d /= 2) { if (t < d) ss[t] += ss[t + d]; __syncthreads(); }
  s = ss[0];
#else
  for (int i = t; i < cols; i += BLOCK) {
    float v = x[i], n = fmaxf(m, v);
    s = s * expf(m - n) + expf(v - n);
    m = n;
  }
  sm[t] = m; ss[t] = s;
  __syncthreads();
  for (int d = BLOCK / 2; d > 0; d /= 2) {
    if (t < d) {
      float a = sm[t], b = sm[t + d], n = fmaxf(a, b);
      ss[t] = ss[t] * expf(a - n) + ss[t + d] * expf(b - n);
      sm[t] = n;
    }
    __syncthreads();
  }
  m = sm[0]; s = ss[0];
#endif
  float inv = 1.0f / s;
  for (int i = t; i < cols; i += BLOCK) y[i] = expf(x[i] - m) * inv;
}
