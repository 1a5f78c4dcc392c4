/* warpscope
title  = "sobel bytes"
kernel = "sobel_bytes"
grid   = ["W/BX", "H/4"]
block  = ["BX", 4]
[params]
W = [4096, 1024]
H = [4096, 1024]
BX = [32, 64]
[args]
in = "random:1[W*H]"
out = "zero[W*H]"
w = "W"
h = "H"
*/
#ifndef W
#define W 4096
#endif
#ifndef H
#define H 4096
#endif
#ifndef BX
#define BX 32
#endif

__global__ void sobel_bytes(const unsigned char *in, unsigned char *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= w - 1 || y >= h - 1) return;
  const unsigned char *p = in + y * w + x;
  int gx = p[-w + 1] + 2 * p[1] + p[w + 1] - p[-w - 1] - 2 * p[-1] - p[w - 1];
  int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
  int m = abs(gx) + abs(gy);
  out[y * w + x] = m > 255 ? 255 : m;
}
