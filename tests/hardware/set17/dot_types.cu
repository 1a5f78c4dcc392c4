/* warpscope
title  = "Dot product in float or double"
kernel = "dot"
grid   = [1056]
block  = [256]
[params]
N = [8388608, 524288]
NUM = ["float", "double"]
[args]
a = "mod:3[N]"
b = "mod:5[N]"
part = "zero[1056]"
n = "N"
*/
#ifndef NUM
#define NUM float
#endif

__global__ void dot(const NUM *a, const NUM *b, NUM *part, int n)
{
    __shared__ NUM cache[256];
    NUM s = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) s += a[i] * b[i];
    cache[threadIdx.x] = s;
    __syncthreads();
    int h = 128;
    while (h) {
        if (threadIdx.x < h) cache[threadIdx.x] += cache[threadIdx.x + h];
        __syncthreads();
        h /= 2;
    }
    if (threadIdx.x == 0) part[blockIdx.x] = cache[0];
}
