/* warpscope
title  = "collatz"
kernel = "collatz"
grid   = "N/BLOCK"
block  = "BLOCK"
[params]
N = [2097152, 131072]
BLOCK = [64, 512]
[args]
out = "zero[N]"
*/
#ifndef N
#define N 2097152
#endif
#ifndef BLOCK
#define BLOCK 64
#endif

__global__ void collatz(int *out) {
  unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  unsigned long long v = i + 1;
  int n = 0;
  while (v != 1 && n < 2000) { v = v & 1 ? 3 * v + 1 : v >> 1; n++; }
  out[i] = n;
}
