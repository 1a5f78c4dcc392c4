/* warpscope
title  = "mandel"
kernel = "mandel"
grid   = ["W/BX", "H/BY"]
block  = ["BX", "BY"]
[params]
W = [2048, 800]
H = [1024, 600]
BX = [32, 16]
BY = [8, 4]
LIMIT = [256, 1000]
[args]
out = "zero[W*H]"
w = "W"
h = "H"
*/
#ifndef W
#define W 2048
#endif
#ifndef H
#define H 1024
#endif
#ifndef BX
#define BX 32
#endif
#ifndef BY
#define BY 8
#endif
#ifndef LIMIT
#define LIMIT 256
#endif

__global__ void mandel(int *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float cx = -2.2f + 3.2f * x / w, cy = -1.2f + 2.4f * y / h, a = 0, b = 0;
  int n = 0;
  while (n < LIMIT && a * a + b * b < 4.0f) {
    float t = a * a - b * b + cx;
    b = 2 * a * b + cy;
    a = t;
    n++;
  }
  out[y * w + x] = n;
}
