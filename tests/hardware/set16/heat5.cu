/* warpscope
title  = "heat5"
kernel = "heat5"
grid   = ["(W+BX-1)/BX", "(W+BY-1)/BY"]
block  = ["BX", "BY"]
[params]
W = [4096, 1500]
BX = [32, 16, 64]
BY = [8, 16, 4]
TILED = [0, 1]
[args]
in = "random:1[W*W]"
out = "zero[W*W]"
w = "W"
k = 0.2
*/
#ifndef W
#define W 4096
#endif
#ifndef BX
#define BX 32
#endif
#ifndef BY
#define BY 8
#endif
#ifndef TILED
#define TILED 0
#endif

__global__ void heat5(const float *in, float *out, int w, float k) {
  int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
#if TILED
  __shared__ float t[BY + 2][BX + 2];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  bool inside = x < w && y < w;
  if (inside) {
    t[ty][tx] = in[y * w + x];
    if (tx == 1 && x > 0) t[ty][0] = in[y * w + x - 1];
    if (tx == BX && x < w - 1) t[ty][BX + 1] = in[y * w + x + 1];
    if (ty == 1 && y > 0) t[0][tx] = in[(y - 1) * w + x];
    if (ty == BY && y < w - 1) t[BY + 1][tx] = in[(y + 1) * w + x];
  }
  __syncthreads();
  if (x > 0 && y > 0 && x < w - 1 && y < w - 1) {
    float c = t[ty][tx];
    out[y * w + x] = c + k * (t[ty][tx - 1] + t[ty][tx + 1] + t[ty - 1][tx] + t[ty + 1][tx] - 4 * c);
  }
#else
  if (x > 0 && y > 0 && x < w - 1 && y < w - 1) {
    float c = in[y * w + x];
    out[y * w + x] = c + k * (in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x] - 4 * c);
  }
#endif
}
