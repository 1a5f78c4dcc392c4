/* warpscope
title  = "tiny blocks add"
kernel = "tiny_blocks_add"
grid   = "(N+BLOCK*EACH-1)/(BLOCK*EACH)"
block  = "BLOCK"
[params]
N = 6291456
BLOCK = [32, 96, 1024]
EACH = [1, 8]
[args]
a = "random:1[N]"
b = "random:2[N]"
c = "zero[N]"
n = "N"
*/
#ifndef N
#define N 6291456
#endif
#ifndef BLOCK
#define BLOCK 32
#endif
#ifndef EACH
#define EACH 1
#endif

__global__ void tiny_blocks_add(const float *a, const float *b, float *c, int n) {
  int base = blockIdx.x * BLOCK * EACH + threadIdx.x;
  for (int k = 0; k < EACH; k++) {
    int i = base + k * BLOCK;
    if (i < n) c[i] = a[i] + b[i];
  }
}
