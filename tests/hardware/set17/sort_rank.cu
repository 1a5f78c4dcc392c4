/* warpscope
title  = "Rank sort: every key counts the smaller ones"
kernel = "rank_keys"
grid   = ["N / B"]
block  = ["B"]
[params]
N = [8192, 16384]
B = [64, 256]
STAGE = [0, 1]
[args]
key = "random:18[N]"
sorted = "zero[N]"
*/
#ifndef N
#define N 8192
#endif
#ifndef B
#define B 64
#endif
#ifndef STAGE
#define STAGE 0
#endif

__global__ void rank_keys(const int *key, int *sorted)
{
    int i = blockIdx.x * B + threadIdx.x, mine = key[i], r = 0;
#if STAGE
    __shared__ int s[B];
    for (int b = 0; b < N; b += B) {
        s[threadIdx.x] = key[b + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < B; k++) r += (s[k] < mine) || (s[k] == mine && b + k < i);
        __syncthreads();
    }
#else
    for (int k = 0; k < N; k++) {
        int o = key[k];
        r += (o < mine) || (o == mine && k < i);
    }
#endif
    sorted[r] = mine;
}
