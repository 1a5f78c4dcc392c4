/* warpscope
title  = "Dot product of half numbers, added up in half or in float"
kernel = "dot_h"
grid   = [528]
block  = [256]
[params]
N = [16777216]
WIDE = [0, 1]
[args]
a = "mod:2[N / 2]"
b = "mod:2[N / 2]"
part = "zero[528]"
n2 = "N / 2"
*/
#ifndef WIDE
#define WIDE 0
#endif

#include <cuda_fp16.h>
__global__ void dot_h(const __half2 *a, const __half2 *b, float *part, int n2)
{
    __shared__ float w[8];
    __half2 h = __float2half2_rn(0.f);
    float f = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n2; i += 256 * 528) {
#if WIDE
        float2 x = __half22float2(a[i]), y = __half22float2(b[i]);
        f += x.x * y.x + x.y * y.y;
#else
        h = __hfma2(a[i], b[i], h);
#endif
    }
    f += __low2float(h) + __high2float(h);
    for (int d = 16; d; d >>= 1) f += __shfl_down_sync(0xffffffff, f, d);
    if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = f;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 8; i++) f += w[i];
        part[blockIdx.x] = f;
    }
}
