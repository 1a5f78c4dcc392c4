/* warpscope
title  = "Several independent loads per thread before the stores"
kernel = "copy_many"
grid   = ["N / (256 * PER)"]
block  = [256]
[params]
N = [16777216]
PER = [1, 4, 8]
[args]
src = "ramp[N]"
dst = "zero[N]"
*/
#ifndef PER
#define PER 1
#endif

__global__ void copy_many(const int *src, int *dst)
{
    int base = blockIdx.x * blockDim.x * PER + threadIdx.x;
    int keep[PER];
#pragma unroll
    for (int k = 0; k < PER; ++k) keep[k] = src[base + k * 256];
#pragma unroll
    for (int k = 0; k < PER; ++k) dst[base + k * 256] = keep[k] ^ 5;
}
