/* warpscope
title  = "Floyd-Warshall, one intermediate town"
kernel = "floyd"
grid   = ["W/32", "W/8"]
block  = [32, 8]
[params]
W = [4096, 64]
K = [77, 7]
TYPE = ["int", "short"]
STORE = [0, 1]
[args]
d = "random:142[W*W]"
out = "zero[W*W]"
w = "W"
*/
#ifndef K
#define K 77
#endif
#ifndef TYPE
#define TYPE int
#endif
#ifndef STORE
#define STORE 0
#endif

// STORE 0: writes every entry, 1: only where the way has become shorter
__global__ void floyd(const TYPE *d, TYPE *out, int w)
{
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    int now = d[i * w + j] & 0x3fff, via = (d[i * w + K] & 0x3fff) + (d[K * w + j] & 0x3fff);
#if STORE
    if (via < now) out[i * w + j] = via;
#else
    out[i * w + j] = min(now, via);
#endif
}
