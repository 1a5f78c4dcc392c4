/* warpscope
title  = "Dot product of half2 or double vectors"
kernel = "dotTypes"
grid   = ["BLOCKS"]
block  = [256]
[params]
N = [8388608, 8192]
WIDE = [0, 1]
BLOCKS = [528, 4]
[args]
x = "mod:3[N/2]"
y = "mod:2[N/2]"
u = "mod:3[N/2]"
v = "mod:2[N/2]"
sum = "zero[1]"
pairs = "N/2"
*/
#include <cuda_fp16.h>
#ifndef WIDE
#define WIDE 0
#endif

// WIDE 0: pairs of halves, WIDE 1: as many doubles as there would be pairs
__global__ void dotTypes(const __half2 *x, const __half2 *y, const double *u, const double *v, float *sum, int pairs)
{
    float s = 0.f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
#if WIDE
        s += (float)(u[i] * v[i]);
#else
        float2 p = __half22float2(x[i]), q = __half22float2(y[i]);
        s += p.x * q.x + p.y * q.y;
#endif
    }
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, s);
}
