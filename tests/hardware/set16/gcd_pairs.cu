/* warpscope
title  = "gcd pairs"
kernel = "gcd_pairs"
grid   = "N/256"
block  = 256
[params]
N = [2097152, 262144]
BINARY = [0, 1]
[args]
a = "random:1[N]"
b = "random:2[N]"
out = "zero[N]"
*/
#ifndef N
#define N 2097152
#endif
#ifndef BINARY
#define BINARY 0
#endif

__global__ void gcd_pairs(const unsigned *a, const unsigned *b, unsigned *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  unsigned u = a[i] | 1, v = b[i] | 1;
#if BINARY
  while (u != v) {
    if (u > v) { u -= v; u >>= __ffs(u) - 1; }
    else { v -= u; v >>= __ffs(v) - 1; }
  }
#else
  while (v) { unsigned t = u % v; u = v; v = t; }
#endif
  out[i] = u;
}
