/* warpscope
title  = "Neighbour sums where few vertices have most edges"
kernel = "gatherSum"
grid   = ["V/(WARP?8:256)"]
block  = [256]
[params]
V = [262144, 1024]
WARP = [0, 1]
SKEW = [0, 1]
[args]
weight = "random:3[1048576]"
out = "zero[V]"
v = "V"
*/
#ifndef WARP
#define WARP 0
#endif
#ifndef SKEW
#define SKEW 0
#endif

// The adjacency is made up: vertex u has degree(u) neighbours at hashed places.
__device__ int degree(unsigned u)
{
#if SKEW
    return u % 64 == 0 ? 512 : 8;
#else
    return 16;
#endif
}
__global__ void gatherSum(const float *weight, float *out, int v)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
#if WARP
    unsigned u = id >> 5, first = id & 31, by = 32;
#else
    unsigned u = id, first = 0, by = 1;
#endif
    if (u >= v) return;
    int d = degree(u);
    float s = 0;
    for (int k = first; k < d; k += by) s += weight[(u * 2654435761u + k * 40503u) >> 12];
#if WARP
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffff, s, o);
    if (first) return;
#endif
    out[u] = s;
}
