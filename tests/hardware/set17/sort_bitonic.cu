/* warpscope
title  = "Bitonic sort of a piece in shared memory"
kernel = "bitonic"
grid   = ["N / LEN"]
block  = ["LEN / 2"]
[params]
N = [2097152]
LEN = [512, 128, 2048]
[args]
key = "random:15[N]"
*/
#ifndef LEN
#define LEN 512
#endif

__global__ void __launch_bounds__(LEN / 2) bitonic(unsigned *key)
{
    __shared__ unsigned s[LEN];
    unsigned *mine = key + (size_t)blockIdx.x * LEN;
    int t = threadIdx.x;
    s[t] = mine[t];
    s[t + LEN / 2] = mine[t + LEN / 2];
    for (int size = 2; size <= LEN; size <<= 1)
        for (int d = size >> 1; d > 0; d >>= 1) {
            __syncthreads();
            int a = 2 * t - (t & (d - 1)), b = a + d;
            bool up = (a & size) == 0;
            if ((s[a] > s[b]) == up) { unsigned h = s[a]; s[a] = s[b]; s[b] = h; }
        }
    __syncthreads();
    mine[t] = s[t];
    mine[t + LEN / 2] = s[t + LEN / 2];
}
