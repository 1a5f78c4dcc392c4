/* warpscope
title  = "1-D convolution, taps in constant or in global memory"
kernel = "conv1"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [4194304, 1024]
TAPS = [9, 33]
CONST = [1, 0]
[args]
sig = "mod:17[N+64]"
h = "mod:3[64]"
res = "zero[N]"
n = "N"
coef = "mod:3[64]"
*/
#ifndef TAPS
#define TAPS 9
#endif
#ifndef CONST
#define CONST 1
#endif

__constant__ float coef[64];
__global__ void conv1(const float *sig, const float *h, float *res, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = 0;
    for (int t = 0; t < TAPS; ++t) {
#if CONST
        a += sig[i + t] * coef[t];
#else
        a += sig[i + t] * h[t];
#endif
    }
    res[i] = a;
}
