/* warpscope
title  = "rgb to grey"
kernel = "rgb_to_grey"
grid   = "(N+255)/256"
block  = 256
[params]
N = [8294400, 921600]
FORM = [0, 1, 2]
[args]
in = "random:1[N*4]"
out = "zero[N]"
n = "N"
*/
#ifndef N
#define N 8294400
#endif
#ifndef FORM
#define FORM 0
#endif

// FORM 0: three bytes a pixel, 1: uchar4, 2: three planes
__global__ void rgb_to_grey(const unsigned char *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#if FORM == 0
  int r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
#elif FORM == 1
  uchar4 p = ((const uchar4 *)in)[i];
  int r = p.x, g = p.y, b = p.z;
#else
  int r = in[i], g = in[n + i], b = in[2 * n + i];
#endif
  out[i] = (77 * r + 150 * g + 29 * b) >> 8;
}
