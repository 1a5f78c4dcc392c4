/* warpscope
title  = "offset copy"
kernel = "offset_copy"
grid   = "(N+BLOCK-1)/BLOCK"
block  = "BLOCK"
[params]
N = [12582912, 1572864]
OFFSET = [0, 1, 9]
BLOCK = [256, 128]
[args]
in = "random:3[N+64]"
out = "zero[N]"
n = "N"
offset = "OFFSET"
*/
#ifndef N
#define N 12582912
#endif
#ifndef OFFSET
#define OFFSET 0
#endif
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void offset_copy(const float *in, float *out, int n, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + offset];
}
