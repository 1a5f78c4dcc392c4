/* warpscope
title  = "Copy that reads every STRIDE-th float"
kernel = "pick"
grid   = ["(N + 255) / 256"]
block  = [256]
[params]
N = [4194304]
STRIDE = [1, 2, 4, 8, 32]
[args]
src = "ramp[N*STRIDE]"
dst = "zero[N]"
n = "N"
*/
#ifndef STRIDE
#define STRIDE 1
#endif

__global__ void pick(const float *src, float *dst, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    dst[i] = src[(size_t)i * STRIDE];
}
