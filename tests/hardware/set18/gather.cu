/* warpscope
title  = "Gather by an index array in several orders"
kernel = "gather"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [4194304, 2048]
ORDER = [0, 1, 2, 3]
[args]
table = "ramp[N]"
index = "random:21[N]"
out = "zero[N]"
n = "N"
*/
#ifndef ORDER
#define ORDER 0
#endif

// ORDER 0: random over everything, 1: nearly sorted, 2: random inside of groups of 1024, 3: random inside of a warp
__global__ void gather(const float *table, const unsigned *index, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned r = index[i], j;
#if ORDER == 0
    j = r % n;
#elif ORDER == 1
    j = min(i + (int)(r & 3), n - 1);
#elif ORDER == 2
    j = (i & ~1023) + (r & 1023);
#else
    j = (i & ~31) + (r & 31);
#endif
    out[i] = table[j];
}
