/* warpscope
title  = "Each thread follows links through a small or a large array"
kernel = "follow"
grid   = ["BLOCKS"]
block  = [128]
[params]
WORDS = [33554432, 1048576, 4096]
BLOCKS = [132, 1056]
HOPS = [64]
[args]
next = "random:61[WORDS]"
end = "zero[BLOCKS * 128]"
*/
#ifndef WORDS
#define WORDS 33554432
#endif
#ifndef HOPS
#define HOPS 64
#endif

__global__ void follow(const unsigned *next, unsigned *end)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned at = (t * 2654435761u) & (WORDS - 1);
    for (int h = 0; h < HOPS; h++) at = (next[at] + h) & (WORDS - 1);
    end[t] = at;
}
