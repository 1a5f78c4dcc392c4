/* warpscope
title  = "Histogram by atomics in global memory"
kernel = "count_bytes"
grid   = ["N / 256"]
block  = [256]
[params]
N = [4194304]
SKEW = [0, 1, 2]
[args]
data = "random:5[N]"
bins = "zero[256]"
*/
#ifndef SKEW
#define SKEW 0
#endif

// SKEW 0: uniform bytes; 1: most values small; 2: runs of equal values (sorted like)
__global__ void count_bytes(const unsigned *data, int *bins)
{
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    unsigned v = data[i];
    unsigned b;
    if (SKEW == 0) b = v & 255;
    else if (SKEW == 1) b = (v & 255) & (v >> 8 & 255) & (v >> 16 & 255);
    else b = (i >> 10) & 255;
    atomicAdd(&bins[b], 1);
}
