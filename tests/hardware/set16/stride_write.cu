/* warpscope
title  = "stride write"
kernel = "stride_write"
grid   = "N/128"
block  = 128
[params]
N = 2097152
STRIDE = [1, 4, 12]
[args]
in = "random:4[N]"
out = "zero[N*STRIDE]"
stride = "STRIDE"
*/
#ifndef N
#define N 2097152
#endif
#ifndef STRIDE
#define STRIDE 1
#endif

__global__ void stride_write(const int *in, int *out, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[(size_t)i * stride] = in[i] + 1;
}
