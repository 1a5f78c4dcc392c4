/* warpscope
title  = "bilateral7"
kernel = "bilateral7"
grid   = ["W/16", "H/16"]
block  = [16, 16]
[params]
W = [1024, 512]
H = 1024
FAST = [0, 1]
[args]
in = "random:1[W*H]"
out = "zero[W*H]"
w = "W"
h = "H"
*/
#ifndef W
#define W 1024
#endif
#ifndef H
#define H 1024
#endif
#ifndef FAST
#define FAST 0
#endif

#if FAST
#define EXP __expf
#else
#define EXP expf
#endif
__global__ void bilateral7(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float c = in[y * w + x], s = 0, n = 0;
  for (int dy = -3; dy <= 3; dy++)
    for (int dx = -3; dx <= 3; dx++) {
      int yy = min(max(y + dy, 0), h - 1), xx = min(max(x + dx, 0), w - 1);
      float v = in[yy * w + xx], d = v - c;
      float k = EXP(-(dx * dx + dy * dy) * 0.125f - d * d * 8.0f);
      s += k * v;
      n += k;
    }
  out[y * w + x] = s / n;
}
