/* warpscope
title  = "Bitonic sort of a block's keys in shared memory"
kernel = "bitonic"
grid   = ["N/KEYS"]
block  = ["KEYS/2"]
[params]
N = [1048576, 2048]
KEYS = [512, 2048]
[args]
in = "random:77[N]"
out = "zero[N]"
*/
#ifndef KEYS
#define KEYS 512
#endif

__global__ void bitonic(const unsigned *in, unsigned *out)
{
    __shared__ unsigned k[KEYS];
    const unsigned t = threadIdx.x, base = blockIdx.x * KEYS;
    k[t] = in[base + t];
    k[t + KEYS / 2] = in[base + t + KEYS / 2];
    for (unsigned size = 2; size <= KEYS; size <<= 1)
        for (unsigned d = size / 2; d > 0; d >>= 1) {
            __syncthreads();
            unsigned p = 2 * t - (t & (d - 1));
            bool up = (p & size) == 0;
            unsigned a = k[p], b = k[p + d];
            if ((a > b) == up) { k[p] = b; k[p + d] = a; }
        }
    __syncthreads();
    out[base + t] = k[t];
    out[base + t + KEYS / 2] = k[t + KEYS / 2];
}
