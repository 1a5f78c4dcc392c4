/* warpscope
title  = "popcount words"
kernel = "popcount_words"
grid   = "BLOCKS"
block  = 256
[params]
N = 16777216
BLOCKS = [528, 8]
LOOP = [0, 1]
[args]
in = "random:1[N]"
out = "zero[BLOCKS*256]"
n = "N"
*/
#ifndef N
#define N 16777216
#endif
#ifndef BLOCKS
#define BLOCKS 528
#endif
#ifndef LOOP
#define LOOP 0
#endif

__global__ void popcount_words(const unsigned *in, int *out, int n) {
  int s = 0, id = blockIdx.x * 256 + threadIdx.x;
  for (int i = id; i < n / (gridDim.x < 64 ? 16 : 1); i += gridDim.x * 256) {
#if LOOP
    for (unsigned v = in[i]; v; v &= v - 1) s++;
#else
    s += __popc(in[i]);
#endif
  }
  out[id] = s;
}
