/* warpscope
title  = "resize bilinear"
kernel = "resize_bilinear"
grid   = ["(OW+31)/32", "(OH+7)/8"]
block  = [32, 8]
[params]
W = 1920
H = 1080
OW = [1280, 3000]
OH = [720, 1700]
NEAREST = [0, 1]
[args]
in = "random:1[W*H*4]"
out = "zero[OW*OH*4]"
w = "W"
h = "H"
ow = "OW"
oh = "OH"
*/
#ifndef W
#define W 1920
#endif
#ifndef H
#define H 1080
#endif
#ifndef OW
#define OW 1280
#endif
#ifndef OH
#define OH 720
#endif
#ifndef NEAREST
#define NEAREST 0
#endif

__device__ float4 mix4(float4 a, float4 b, float t) {
  return make_float4(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z), a.w + t * (b.w - a.w));
}
__global__ void resize_bilinear(const float *in, float *out, int w, int h, int ow, int oh) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= ow || y >= oh) return;
  const float4 *p = (const float4 *)in;
  float fx = (x + 0.5f) * w / ow - 0.5f, fy = (y + 0.5f) * h / oh - 0.5f;
#if NEAREST
  int sx = min(max((int)(fx + 0.5f), 0), w - 1), sy = min(max((int)(fy + 0.5f), 0), h - 1);
  ((float4 *)out)[y * ow + x] = p[sy * w + sx];
#else
  fx = fmaxf(fx, 0.0f); fy = fmaxf(fy, 0.0f);
  int x0 = min((int)fx, w - 1), y0 = min((int)fy, h - 1), x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
  float4 top = mix4(p[y0 * w + x0], p[y0 * w + x1], fx - x0), low = mix4(p[y1 * w + x0], p[y1 * w + x1], fx - x0);
  ((float4 *)out)[y * ow + x] = mix4(top, low, fy - y0);
#endif
}
