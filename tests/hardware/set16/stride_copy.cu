/* warpscope
title  = "stride copy"
kernel = "stride_copy"
grid   = "(N+255)/256"
block  = 256
[params]
N = [3145728, 786432]
STRIDE = [1, 3, 6, 16]
[args]
in = "random:4[N*STRIDE]"
out = "zero[N]"
n = "N"
stride = "STRIDE"
*/
#ifndef N
#define N 3145728
#endif
#ifndef STRIDE
#define STRIDE 1
#endif

__global__ void stride_copy(const float *in, float *out, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * in[(size_t)i * stride];
}
