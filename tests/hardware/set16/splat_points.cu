/* warpscope
title  = "splat points"
kernel = "splat_points"
grid   = "N/128"
block  = 128
[params]
N = 1048576
W = [1024, 128]
MAX = [0, 1]
[args]
p = "random:1[N*2]"
grid = "zero[W*W]"
*/
#ifndef N
#define N 1048576
#endif
#ifndef W
#define W 1024
#endif
#ifndef MAX
#define MAX 0
#endif

// bilinear splat with float adds, or the nearest cell's maximum as an int
__global__ void splat_points(const float *p, float *grid) {
  int i = blockIdx.x * 128 + threadIdx.x;
  float2 q = ((const float2 *)p)[i];
  float x = q.x * (W - 2), y = q.y * (W - 2);
  int ix = (int)x, iy = (int)y;
  float fx = x - ix, fy = y - iy;
  float *g = grid + iy * W + ix;
#if MAX
  atomicMax((int *)g, __float_as_int(fx + fy));
#else
  atomicAdd(g, (1 - fx) * (1 - fy));
  atomicAdd(g + 1, fx * (1 - fy));
  atomicAdd(g + W, (1 - fx) * fy);
  atomicAdd(g + W + 1, fx * fy);
#endif
}
