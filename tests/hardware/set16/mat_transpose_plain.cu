/* warpscope
title  = "mat transpose plain"
kernel = "mat_transpose_plain"
grid   = ["W/BX", "W/BY"]
block  = ["BX", "BY"]
[params]
W = [3072, 768]
BX = [32, 16, 8]
BY = [8, 16, 32]
WRITE = [0, 1]
[args]
in = "ramp[W*W]"
out = "zero[W*W]"
w = "W"
*/
#ifndef W
#define W 3072
#endif
#ifndef BX
#define BX 32
#endif
#ifndef BY
#define BY 8
#endif
#ifndef WRITE
#define WRITE 0
#endif

__global__ void mat_transpose_plain(const float *in, float *out, int w) {
  int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
#if WRITE == 0
  out[x * w + y] = in[y * w + x];   // scattered writes
#else
  out[y * w + x] = in[x * w + y];   // scattered reads
#endif
}
