/* warpscope
title  = "blur separable"
kernel = "blur_separable"
grid   = ["W/32", "H/8"]
block  = [32, 8]
[params]
W = 3840
H = 2160
COLUMNS = [0, 1]
RADIUS = [3, 8]
[args]
in = "random:1[W*H]"
out = "zero[W*H]"
w = "W"
h = "H"
g = "random:3[RADIUS+1]"
*/
#ifndef W
#define W 3840
#endif
#ifndef H
#define H 2160
#endif
#ifndef COLUMNS
#define COLUMNS 0
#endif
#ifndef RADIUS
#define RADIUS 3
#endif

__constant__ float g[RADIUS + 1];
__global__ void blur_separable(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float s = g[0] * in[y * w + x];
#pragma unroll
  for (int k = 1; k <= RADIUS; k++) {
#if COLUMNS
    s += g[k] * (in[max(y - k, 0) * w + x] + in[min(y + k, h - 1) * w + x]);
#else
    s += g[k] * (in[y * w + max(x - k, 0)] + in[y * w + min(x + k, w - 1)]);
#endif
  }
  out[y * w + x] = s;
}
