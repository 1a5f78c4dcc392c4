/* warpscope
title  = "One shared histogram for each warp"
kernel = "histPrivate"
grid   = ["BLOCKS"]
block  = [256]
[params]
N = [2097152, 8192]
DATA = [0, 2]
BLOCKS = [528, 2]
[args]
words = "random:9[N/4]"
bins = "zero[64]"
nwords = "N/4"
*/
#ifndef DATA
#define DATA 0
#endif

#define BINS 64
#define COPIES 8
__global__ void histPrivate(const unsigned *words, unsigned *bins, int nwords)
{
    __shared__ unsigned h[COPIES][BINS];
    for (int k = threadIdx.x; k < COPIES * BINS; k += blockDim.x) (&h[0][0])[k] = 0;
    __syncthreads();
    unsigned *mine = h[threadIdx.x / 32];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nwords; i += gridDim.x * blockDim.x) {
        unsigned w = words[i];
#if DATA == 2
        w = 0x40404040u;
#endif
#pragma unroll
        for (int s = 0; s < 32; s += 8) atomicAdd(&mine[((w >> s) & 255) >> 2], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        unsigned sum = 0;
        for (int c = 0; c < COPIES; ++c) sum += h[c][b];
        atomicAdd(bins + b, sum);
    }
}
