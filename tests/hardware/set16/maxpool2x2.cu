/* warpscope
title  = "maxpool2x2"
kernel = "maxpool2x2"
grid   = "(C*(H/2)*(W/2)+255)/256"
block  = 256
[params]
C = 256
H = 128
W = [128, 130]
[args]
in = "random:1[C*H*W]"
out = "zero[C*(H/2)*(W/2)]"
c = "C"
h = "H"
w = "W"
*/
#ifndef C
#define C 256
#endif
#ifndef H
#define H 128
#endif
#ifndef W
#define W 128
#endif

__global__ void maxpool2x2(const float *in, float *out, int c, int h, int w) {
  int i = blockIdx.x * 256 + threadIdx.x, ow = w / 2, oh = h / 2;
  if (i >= c * oh * ow) return;
  int x = i % ow, y = i / ow % oh, ch = i / (ow * oh);
  const float *p = in + (ch * h + 2 * y) * w + 2 * x;
  out[i] = fmaxf(fmaxf(p[0], p[1]), fmaxf(p[w], p[w + 1]));
}
