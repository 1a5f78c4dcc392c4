/* warpscope
title  = "row contrast"
kernel = "row_contrast"
grid   = "H"
block  = 256
[params]
W = [4096, 1000]
H = 2048
[args]
in = "random:1[W*H]"
out = "zero[W*H]"
w = "W"
*/
#ifndef W
#define W 4096
#endif
#ifndef H
#define H 2048
#endif

// stretches each row to its own darkest and brightest value: a block a row, read twice
__global__ void row_contrast(const float *in, float *out, int w) {
  __shared__ float lo[256], hi[256];
  int t = threadIdx.x;
  const float *p = in + blockIdx.x * w;
  float a = 1e30f, b = -1e30f;
  for (int x = t; x < w; x += 256) { a = fminf(a, p[x]); b = fmaxf(b, p[x]); }
  lo[t] = a; hi[t] = b;
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d) { lo[t] = fminf(lo[t], lo[t + d]); hi[t] = fmaxf(hi[t], hi[t + d]); }
    __syncthreads();
  }
  a = lo[0]; b = hi[0];
  float scale = 1.0f / (b - a + 1e-6f);
  for (int x = t; x < w; x += 256) out[blockIdx.x * w + x] = (p[x] - a) * scale;
}
