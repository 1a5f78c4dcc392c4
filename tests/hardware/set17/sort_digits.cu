/* warpscope
title  = "Counting pass of a radix sort, by shared atomics or by warp match"
kernel = "digit_counts"
grid   = ["N / 4096"]
block  = [256]
[params]
N = [8388608]
MATCH = [0, 1]
SHIFT = [0, 28]
SAME = [0, 1]
[args]
key = "random:16[N]"
counts = "zero[16 * (N / 4096)]"
*/
#ifndef MATCH
#define MATCH 0
#endif
#ifndef SHIFT
#define SHIFT 0
#endif
#ifndef SAME
#define SAME 0
#endif

// SAME: nearly every key has the same digit
__global__ void digit_counts(const unsigned *key, unsigned *counts)
{
    __shared__ unsigned c[16];
    if (threadIdx.x < 16) c[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 16; k++) {
        unsigned v = key[(size_t)blockIdx.x * 4096 + k * 256 + threadIdx.x];
        unsigned d = (v >> SHIFT) & 15;
        if (SAME && (v & 0x700)) d = 5;
#if MATCH
        unsigned peers = __match_any_sync(0xffffffffu, d);
        if ((threadIdx.x & 31) == __ffs(peers) - 1) atomicAdd(&c[d], (unsigned)__popc(peers));
#else
        atomicAdd(&c[d], 1u);
#endif
    }
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = c[threadIdx.x];
}
