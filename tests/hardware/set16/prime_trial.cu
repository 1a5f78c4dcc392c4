/* warpscope
title  = "prime trial"
kernel = "prime_trial"
grid   = "N/BLOCK"
block  = "BLOCK"
[params]
N = [1048576, 65536]
BLOCK = [32, 256]
[args]
out = "zero[N]"
*/
#ifndef N
#define N 1048576
#endif
#ifndef BLOCK
#define BLOCK 32
#endif

__global__ void prime_trial(unsigned char *out) {
  unsigned n = blockIdx.x * BLOCK + threadIdx.x;
  bool prime = n >= 2;
  for (unsigned d = 2; d * d <= n; d++)
    if (n % d == 0) { prime = false; break; }
  out[n] = prime;
}
