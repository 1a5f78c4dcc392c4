/* warpscope
title  = "conv5x5"
kernel = "conv5x5"
grid   = ["W/BX", "H/BY"]
block  = ["BX", "BY"]
[params]
W = [2048, 640]
H = [2048, 512]
BX = [16, 32]
BY = [16, 8]
TILED = [0, 1]
[args]
in = "random:1[W*H]"
out = "zero[W*H]"
w = "W"
h = "H"
weight = "random:3[25]"
*/
#ifndef W
#define W 2048
#endif
#ifndef H
#define H 2048
#endif
#ifndef BX
#define BX 16
#endif
#ifndef BY
#define BY 16
#endif
#ifndef TILED
#define TILED 0
#endif

__constant__ float weight[25];
__global__ void conv5x5(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  float s = 0;
#if TILED
  __shared__ float t[BY + 4][BX + 4];
  for (int r = threadIdx.y; r < BY + 4; r += BY)
    for (int c = threadIdx.x; c < BX + 4; c += BX) {
      int gy = blockIdx.y * BY + r - 2, gx = blockIdx.x * BX + c - 2;
      t[r][c] = gx >= 0 && gx < w && gy >= 0 && gy < h ? in[gy * w + gx] : 0.0f;
    }
  __syncthreads();
  for (int r = 0; r < 5; r++)
    for (int c = 0; c < 5; c++) s += weight[r * 5 + c] * t[threadIdx.y + r][threadIdx.x + c];
#else
  for (int r = -2; r <= 2; r++)
    for (int c = -2; c <= 2; c++)
      if (y + r >= 0 && y + r < h && x + c >= 0 && x + c < w)
        s += weight[(r + 2) * 5 + c + 2] * in[(y + r) * w + x + c];
#endif
  out[y * w + x] = s;
}
