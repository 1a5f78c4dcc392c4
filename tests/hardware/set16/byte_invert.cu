/* warpscope
title  = "byte invert"
kernel = "byte_invert"
grid   = "(N/PER+255)/256"
block  = 256
[params]
N = [33554432, 4194304]
PER = [1, 4, 16]
[args]
in = "random:8[N]"
out = "zero[N]"
n = "N/PER"
*/
#ifndef N
#define N 33554432
#endif
#ifndef PER
#define PER 1
#endif

__global__ void byte_invert(const unsigned char *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#if PER == 1
  out[i] = 255 - in[i];
#elif PER == 4
  uchar4 v = ((const uchar4 *)in)[i];
  v.x = 255 - v.x; v.y = 255 - v.y; v.z = 255 - v.z; v.w = 255 - v.w;
  ((uchar4 *)out)[i] = v;
#else
  uint4 v = ((const uint4 *)in)[i];
  v.x = ~v.x; v.y = ~v.y; v.z = ~v.z; v.w = ~v.w;
  ((uint4 *)out)[i] = v;
#endif
}
