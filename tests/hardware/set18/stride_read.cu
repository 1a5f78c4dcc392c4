/* warpscope
title  = "Every STRIDE-th element into a dense array"
kernel = "pick"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [4194304, 2048]
STRIDE = [1, 2, 8, 17]
[args]
src = "ramp[N*STRIDE]"
dst = "zero[N]"
n = "N"
*/
#ifndef STRIDE
#define STRIDE 1
#endif

__global__ void pick(const float* __restrict__ src, float* __restrict__ dst, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    dst[i] = src[(size_t)i * STRIDE];
}
