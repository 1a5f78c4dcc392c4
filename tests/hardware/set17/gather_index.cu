/* warpscope
title  = "Gather by an index that is random, in order, or blocked"
kernel = "fetch"
grid   = ["N / 256"]
block  = [256]
[params]
N = [4194304]
TABLE = [16777216, 262144]
ORDER = [0, 1, 2]
[args]
idx = "random:3[N]"
table = "ramp[TABLE]"
out = "zero[N]"
*/
#ifndef TABLE
#define TABLE 16777216
#endif
#ifndef ORDER
#define ORDER 0
#endif

// ORDER 0: anywhere; 1: the thread's own place; 2: a random group of 16 words, in order inside
__global__ void fetch(const unsigned *idx, const float *table, float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned raw = idx[i], j;
#if ORDER == 0
    j = raw & (TABLE - 1);
#elif ORDER == 1
    j = (i + (raw & 0)) & (TABLE - 1);
#else
    unsigned lead = __shfl_sync(0xffffffffu, raw, threadIdx.x & 16);
    j = ((lead & ~15u) | (i & 15)) & (TABLE - 1);
#endif
    out[i] = table[j];
}
