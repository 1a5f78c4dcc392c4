/* warpscope
title  = "Odd-even sort of a piece in shared memory"
kernel = "odd_even"
grid   = ["N / LEN"]
block  = ["LEN / 2"]
[params]
N = [262144]
LEN = [128, 512]
[args]
key = "random:15[N]"
*/
#ifndef LEN
#define LEN 128
#endif

__global__ void odd_even(int *key)
{
    __shared__ int s[LEN];
    int t = threadIdx.x, base = blockIdx.x * LEN;
    s[2 * t] = key[base + 2 * t];
    s[2 * t + 1] = key[base + 2 * t + 1];
    __syncthreads();
    for (int round = 0; round < LEN; round++) {
        int a = 2 * t + (round & 1);
        if (a + 1 < LEN) {
            int l = s[a], r = s[a + 1];
            if (l > r) { s[a] = r; s[a + 1] = l; }
        }
        __syncthreads();
    }
    key[base + 2 * t] = s[2 * t];
    key[base + 2 * t + 1] = s[2 * t + 1];
}
