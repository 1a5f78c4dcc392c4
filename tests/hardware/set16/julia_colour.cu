/* warpscope
title  = "julia colour"
kernel = "julia_colour"
grid   = "(W*W+255)/256"
block  = 256
[params]
W = [1500, 500]
D = [0, 1]
[args]
out = "zero[W*W*4]"
w = "W"
*/
#ifndef W
#define W 1500
#endif
#ifndef D
#define D 0
#endif

#if D
typedef double real;
#else
typedef float real;
#endif
__global__ void julia_colour(unsigned char *out, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= w * w) return;
  real a = (real)3.0 * (i % w) / w - (real)1.5, b = (real)3.0 * (i / w) / w - (real)1.5;
  int n = 0;
  for (; n < 200; n++) {
    real t = a * a - b * b - (real)0.8;
    b = 2 * a * b + (real)0.156;
    a = t;
    if (a * a + b * b > 1000) break;
  }
  ((uchar4 *)out)[i] = make_uchar4(n, n * 5, n * 11, 255);
}
