/* warpscope
title  = "Histogram in shared memory, then merged"
kernel = "histShared"
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

__global__ void histShared(const unsigned char *bytes, unsigned *bins, int n)
{
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        unsigned b = bytes[i];
#if DATA == 1
        b = (b & (b >> 3)) & 31;
#elif DATA == 2
        b |= 255;
#endif
        atomicAdd(local + b, 1);
    }
    __syncthreads();
    if (local[threadIdx.x]) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
