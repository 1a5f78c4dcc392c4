/* warpscope
title  = "One PageRank step on a random graph, pulling or pushing"
kernel = "pagerank"
grid   = ["(V+255)/256"]
block  = [256]
[params]
V = [262144, 2097152, 1024]
DEG = [16]
PUSH = [0, 1]
[args]
nbr = "random:12[V*DEG]"
rank = "random:13[V]"
next = "zero[V]"
v = "V"
*/
#ifndef DEG
#define DEG 16
#endif
#ifndef PUSH
#define PUSH 0
#endif

__global__ void pagerank(const unsigned *nbr, const float *rank, float *next, int v)
{
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= v) return;
#if PUSH
    float share = 0.85f * rank[u] / DEG;
    for (int k = 0; k < DEG; ++k) atomicAdd(&next[nbr[u * DEG + k] % v], share);
#else
    float s = 0;
    for (int k = 0; k < DEG; ++k) s += rank[nbr[u * DEG + k] % v];
    next[u] = 0.15f / v + 0.85f * s / DEG;
#endif
}
