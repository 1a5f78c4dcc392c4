/* warpscope
title  = "scatter permuted"
kernel = "scatter_permuted"
grid   = "N/256"
block  = 256
[params]
N = [4194304, 1048576]
ORDER = [0, 1]
ADD = [0, 1]
[args]
in = "random:2[N]"
out = "zero[N]"
n = "N"
*/
#ifndef N
#define N 4194304
#endif
#ifndef ORDER
#define ORDER 0
#endif
#ifndef ADD
#define ADD 0
#endif

// ORDER 0: a hash-like permutation of a power of two, 1: within blocks of 1024
__global__ void scatter_permuted(const float *in, float *out, unsigned n) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
#if ORDER == 0
  unsigned k = (i * 2654435761u + 12345u) & (n - 1);
  k ^= k >> 7;
#else
  unsigned k = (i & ~1023u) | ((i * 421u + 7) & 1023u);
#endif
#if ADD
  atomicAdd(&out[k], in[i]);
#else
  out[k] = in[i];
#endif
}
