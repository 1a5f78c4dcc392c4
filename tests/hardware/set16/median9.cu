/* warpscope
title  = "median9"
kernel = "median9"
grid   = ["W/32", "H/8"]
block  = [32, 8]
[params]
W = [2048, 512]
H = [2048, 512]
SORT = [0, 1]
[args]
in = "random:1[W*H]"
out = "zero[W*H]"
w = "W"
h = "H"
*/
#ifndef W
#define W 2048
#endif
#ifndef H
#define H 2048
#endif
#ifndef SORT
#define SORT 0
#endif

__device__ void swap_if(float &a, float &b) { float l = fminf(a, b); b = fmaxf(a, b); a = l; }
__global__ void median9(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float v[9];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      v[r * 3 + c] = in[min(max(y + r - 1, 0), h - 1) * w + min(max(x + c - 1, 0), w - 1)];
#if SORT
  // insertion sort, stops early: branches follow the data
  for (int i = 1; i < 9; i++) {
    float k = v[i];
    int j = i - 1;
    while (j >= 0 && v[j] > k) { v[j + 1] = v[j]; j--; }
    v[j + 1] = k;
  }
#else
#pragma unroll
  for (int i = 0; i < 5; i++)
#pragma unroll
    for (int j = i + 1; j < 9; j++) swap_if(v[i], v[j]);
#endif
  out[y * w + x] = v[4];
}
