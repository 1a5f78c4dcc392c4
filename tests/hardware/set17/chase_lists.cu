/* warpscope
title  = "One warp walks alone: latency of shared, L1-sized and far data"
kernel = "alone"
grid   = [1]
block  = [32]
[params]
WORDS = [2048, 16384, 8388608]
INSHARED = [0, 1]
HOPS = [1000]
[args]
link = "ramp[WORDS]"
out = "zero[32]"
*/
#ifndef WORDS
#define WORDS 2048
#endif
#ifndef INSHARED
#define INSHARED 0
#endif
#ifndef HOPS
#define HOPS 1000
#endif

__global__ void alone(const int *link, int *out)
{
#if INSHARED
    __shared__ int s[WORDS];
    for (int i = threadIdx.x; i < WORDS; i += 32) s[i] = link[i];
    __syncwarp();
    const int *from = s;
#else
    const int *from = link;
#endif
    int p = threadIdx.x;
    for (int i = 0; i < HOPS; i++)
        p = (from[p] * 5 + 12345) & (WORDS - 1);
    out[threadIdx.x] = p;
}
