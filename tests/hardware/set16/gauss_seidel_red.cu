/* warpscope
title  = "gauss seidel red"
kernel = "gauss_seidel_red"
grid   = ["W/64", "W/8"]
block  = [32, 8]
[params]
W = [4096, 1024]
SPLIT = [0, 1]
[args]
u = "random:1[W*W]"
f = "random:2[W*W]"
w = "W"
*/
#ifndef W
#define W 4096
#endif
#ifndef SPLIT
#define SPLIT 0
#endif

// the red half of a sweep, in place (only reads black cells and its own);
// SPLIT: colours lie in two halves of the array, so that lanes take neighbours
__global__ void gauss_seidel_red(float *u, const float *f, int w) {
  int c = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, half = w / 2;
  if (y == 0 || y == w - 1) return;
#if SPLIT
  float *red = u;
  const float *black = u + half * w;
  int i = y * half + c, side = (y & 1) ? c + 1 : c - 1;
  if (side < 0 || side >= half) return;
  red[i] = 0.25f * (black[i] + black[y * half + side] + black[i - half] + black[i + half] - f[i]);
#else
  int x = 2 * c + (y & 1), i = y * w + x;
  if (x == 0 || x == w - 1) return;
  u[i] = 0.25f * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - f[i]);
#endif
}
