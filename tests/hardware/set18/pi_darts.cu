/* warpscope
title  = "Pi by throwing darts; three ways to count the hits"
kernel = "darts"
grid   = ["BLOCKS"]
block  = [256]
[params]
DARTS = [256, 16]
COUNT = [0, 1, 2]
BLOCKS = [1024, 4]
[args]
hits = "zero[1]"
*/
#ifndef DARTS
#define DARTS 256
#endif
#ifndef COUNT
#define COUNT 0
#endif

__global__ void darts(unsigned long long *hits)
{
    unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435769u + 12345u;
    unsigned mine = 0;
    for (int k = 0; k < DARTS; ++k) {
        s = s * 1664525u + 1013904223u; float x = (s >> 8) * 5.9604645e-8f;
        s = s * 1664525u + 1013904223u; float y = (s >> 8) * 5.9604645e-8f;
        mine += x * x + y * y <= 1.f;
    }
#if COUNT == 0
    atomicAdd(hits, (unsigned long long)mine);
#elif COUNT == 1
    __shared__ unsigned sum;
    if (!threadIdx.x) sum = 0;
    __syncthreads();
    atomicAdd(&sum, mine);
    __syncthreads();
    if (!threadIdx.x) atomicAdd(hits, (unsigned long long)sum);
#else
    mine = __reduce_add_sync(0xffffffffu, mine);
    if (threadIdx.x % 32 == 0) atomicAdd(hits, (unsigned long long)mine);
#endif
}
