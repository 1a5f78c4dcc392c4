/* warpscope
title  = "Bias and GELU on halves, alone or in pairs"
kernel = "biasGelu"
grid   = ["(N/VEC+255)/256"]
block  = [256]
[params]
N = [8388608, 2048]
VEC = [1, 2]
[args]
x = "random:100[N]"
bias = "random:101[1024]"
y = "zero[N]"
*/
#include <cuda_fp16.h>
#ifndef VEC
#define VEC 1
#endif

__device__ float gelu(float v) { return 0.5f * v * (1.f + tanhf(0.7978846f * (v + 0.044715f * v * v * v))); }
__global__ void biasGelu(const __half *x, const __half *bias, __half *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#if VEC == 2
    __half2 v = ((const __half2 *)x)[i], b = ((const __half2 *)bias)[i & 511];
    float2 f = __half22float2(__hadd2(v, b));
    ((__half2 *)y)[i] = __floats2half2_rn(gelu(f.x), gelu(f.y));
#else
    y[i] = __float2half(gelu(__half2float(x[i]) + __half2float(bias[i & 1023])));
#endif
}
