/* warpscope
title  = "rgb to hsv"
kernel = "rgb_to_hsv"
grid   = "N/128"
block  = 128
[params]
N = [4194304, 524288]
[args]
in = "random:1[N*3]"
out = "zero[N*3]"
*/
#ifndef N
#define N 4194304
#endif

__global__ void rgb_to_hsv(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
  float hi = fmaxf(r, fmaxf(g, b)), lo = fminf(r, fminf(g, b)), d = hi - lo, h = 0;
  if (d > 0) {
    if (hi == r) h = fmodf((g - b) / d, 6.0f);
    else if (hi == g) h = (b - r) / d + 2;
    else h = (r - g) / d + 4;
    if (h < 0) h += 6;
  }
  out[3 * i] = h * 60;
  out[3 * i + 1] = hi > 0 ? d / hi : 0;
  out[3 * i + 2] = hi;
}
