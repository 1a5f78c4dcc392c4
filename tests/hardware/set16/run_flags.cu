/* warpscope
title  = "run flags"
kernel = "run_flags"
grid   = "N/256"
block  = 256
[params]
N = [16777216, 1048576]
BALLOT = [0, 1]
[args]
in = "random:1[N]"
out = "zero[N/32]"
*/
#ifndef N
#define N 16777216
#endif
#ifndef BALLOT
#define BALLOT 0
#endif

// packs a comparison into bits
__global__ void run_flags(const float *in, unsigned *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
#if BALLOT
  unsigned m = __ballot_sync(~0u, in[i] > 0.75f);
  if (threadIdx.x % 32 == 0) out[i / 32] = m;
#else
  // one thread makes a word
  if (i >= gridDim.x * 8) return;
  unsigned m = 0;
  for (int b = 0; b < 32; b++) m |= (unsigned)(in[i * 32 + b] > 0.75f) << b;
  out[i] = m;
#endif
}
