/* warpscope
title  = "Ask a Bloom filter: bits anywhere or all in one block of 32 bytes"
kernel = "bloom"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [4194304, 2048]
WORDS = [1048576, 67108864, 4096]
BLOCKED = [0, 1]
[args]
key = "random:140[N]"
bits = "random:141[WORDS]"
yes = "zero[N]"
n = "N"
*/
#ifndef WORDS
#define WORDS 1048576
#endif
#ifndef BLOCKED
#define BLOCKED 0
#endif

__global__ void bloom(const unsigned *key, const unsigned *bits, unsigned char *yes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = key[i];
    unsigned base = (h * 2246822519u) & (WORDS - 1) & ~7u;
    bool in = true;
    #pragma unroll
    for (int k = 0; k < 6; ++k) {
        h = (h ^ (h >> 15)) * 2654435761u + k;
#if BLOCKED
        unsigned w = base + (h >> 29);
#else
        unsigned w = (h >> 3) & (WORDS - 1);
#endif
        in &= (bits[w] >> (h & 31)) & 1;
    }
    yes[i] = in;
}
