/* warpscope
title  = "bit reverse copy"
kernel = "bit_reverse_copy"
grid   = "N/256"
block  = 256
[params]
N = [4194304, 262144]
[args]
in = "random:1[N]"
out = "zero[N]"
n = "N"
*/
#ifndef N
#define N 4194304
#endif

// n is a power of two
__global__ void bit_reverse_copy(const float *in, float *out, unsigned n) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  out[__brev(i) >> (__clz(n) + 1)] = in[i];
}
