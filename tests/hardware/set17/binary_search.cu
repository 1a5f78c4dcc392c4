/* warpscope
title  = "Lower bound in a sorted array, queries random or ascending"
kernel = "lower"
grid   = ["Q / 256"]
block  = [256]
[params]
Q = [1048576]
LEN = [16777216, 65536]
ASCENDING = [0, 1]
[args]
sorted = "ramp[LEN]"
query = "random:81[Q]"
pos = "zero[Q]"
*/
#ifndef Q
#define Q 1048576
#endif
#ifndef LEN
#define LEN 16777216
#endif
#ifndef ASCENDING
#define ASCENDING 0
#endif

__global__ void lower(const int *sorted, const unsigned *query, int *pos)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int want = ASCENDING ? (int)((long long)i * LEN / Q) : (int)(query[i] & (LEN - 1));
    int lo = 0, hi = LEN;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (sorted[mid] < want) lo = mid + 1;
        else hi = mid;
    }
    pos[i] = lo;
}
