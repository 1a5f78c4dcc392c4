/* warpscope
title  = "Sieve of a segment in shared memory, bytes or bits"
kernel = "sieve"
grid   = ["SEGMENTS"]
block  = [256]
[params]
SEGMENTS = [1024, 4]
BITS = [0, 1]
[args]
counts = "zero[SEGMENTS]"
*/
#ifndef BITS
#define BITS 0
#endif

#define LEN 16384u
__global__ void sieve(int *counts)
{
#if BITS
    __shared__ unsigned mark[LEN / 32];
    for (unsigned k = threadIdx.x; k < LEN / 32; k += blockDim.x) mark[k] = 0;
#else
    __shared__ unsigned char mark[LEN];
    for (unsigned k = threadIdx.x; k < LEN; k += blockDim.x) mark[k] = 0;
#endif
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    unsigned lo = (blockIdx.x + 1) * LEN;
    for (unsigned d = 3 + 2 * threadIdx.x; d < 1024; d += 2 * blockDim.x) {
        unsigned first = (lo + d - 1) / d * d;
        for (unsigned m = first - lo; m < LEN; m += d)
#if BITS
            atomicOr(&mark[m / 32], 1u << (m % 32));
#else
            mark[m] = 1;
#endif
    }
    __syncthreads();
    int c = 0;
    for (unsigned k = threadIdx.x; k < LEN; k += blockDim.x)
#if BITS
        c += !(mark[k / 32] >> (k % 32) & 1);
#else
        c += !mark[k];
#endif
    atomicAdd(&total, c);
    __syncthreads();
    if (threadIdx.x == 0) counts[blockIdx.x] = total;
}
