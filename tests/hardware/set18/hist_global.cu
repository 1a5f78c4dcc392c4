/* warpscope
title  = "Histogram straight into global memory"
kernel = "histGlobal"
grid   = ["BLOCKS"]
block  = [256]
[params]
N = [2097152, 2048]
DATA = [0, 1, 2]
BLOCKS = [528, 2]
[args]
bytes = "random:9[N]"
bins = "zero[256]"
n = "N"
*/
#ifndef DATA
#define DATA 0
#endif

// DATA 0: uniform, 1: skewed, 2: always the same value
__device__ unsigned char shape(unsigned char b)
{
#if DATA == 0
    return b;
#elif DATA == 1
    return (b & (b >> 3)) & 0x1f;
#else
    return b | 255;
#endif
}
__global__ void histGlobal(const unsigned char *bytes, unsigned *bins, int n)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&bins[shape(bytes[i])], 1u);
}
