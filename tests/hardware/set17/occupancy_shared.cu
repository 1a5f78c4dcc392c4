/* warpscope
title  = "A latency-bound gather whose blocks ask for more or less shared memory"
kernel = "thirsty"
grid   = [2112]
block  = [128]
shared = "BYTES"
[params]
BYTES = [1024, 16384, 49152]
WORDS = [4194304]
[args]
table = "random:181[WORDS]"
out = "zero[2112 * 128]"
*/
#ifndef WORDS
#define WORDS 4194304
#endif

extern __shared__ unsigned room[];
__global__ void thirsty(const unsigned *table, unsigned *out)
{
    unsigned i = blockIdx.x * 128 + threadIdx.x;
    room[threadIdx.x] = i;
    __syncthreads();
    unsigned at = room[threadIdx.x ^ 1] * 97u;
    for (int k = 0; k < 32; k++) at = table[at & (WORDS - 1)] + k;
    out[i] = at;
}
