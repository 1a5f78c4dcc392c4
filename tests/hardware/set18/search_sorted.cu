/* warpscope
title  = "Binary search in a sorted table; random or sorted queries"
kernel = "lowerBound"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [1048576, 1024]
SIZE = [1048576, 4096, 67108864]
SORTED = [0, 1]
[args]
keys = "ramp[SIZE]"
q = "random:124[N]"
pos = "zero[N]"
n = "N"
*/
#ifndef SIZE
#define SIZE 1048576
#endif
#ifndef SORTED
#define SORTED 0
#endif

__global__ void lowerBound(const unsigned *keys, const unsigned *q, unsigned *pos, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
#if SORTED
    unsigned x = (unsigned)((unsigned long long)i * SIZE / n) + (q[i] & 1);
#else
    unsigned x = q[i] % SIZE;
#endif
    unsigned lo = 0, hi = SIZE;
    while (lo < hi) {
        unsigned mid = lo + (hi - lo) / 2;
        if (keys[mid] < x) lo = mid + 1;
        else hi = mid;
    }
    pos[i] = lo;
}
