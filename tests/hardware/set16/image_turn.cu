/* warpscope
title  = "image turn"
kernel = "image_turn"
grid   = ["W/32", "H/8"]
block  = [32, 8]
[params]
W = 4096
H = 2048
OP = [0, 1, 2, 3]
[args]
in = "ramp[W*H]"
out = "zero[W*H]"
w = "W"
h = "H"
*/
#ifndef W
#define W 4096
#endif
#ifndef H
#define H 2048
#endif
#ifndef OP
#define OP 0
#endif

// 0 mirror left-right, 1 upside down, 2 by 90 degrees, 3 by 180 degrees
__global__ void image_turn(const unsigned *in, unsigned *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned v = in[y * w + x];
#if OP == 0
  out[y * w + (w - 1 - x)] = v;
#elif OP == 1
  out[(h - 1 - y) * w + x] = v;
#elif OP == 2
  out[x * h + (h - 1 - y)] = v;
#else
  out[(h - 1 - y) * w + (w - 1 - x)] = v;
#endif
}
