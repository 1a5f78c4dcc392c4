/* warpscope
title  = "One level of a breadth-first search, one vertex in EVERY is in the frontier"
kernel = "level"
grid   = ["VERTICES / 256"]
block  = [256]
[params]
VERTICES = [1048576]
DEG = [8, 32]
EVERY = [1, 16]
[args]
edge = "random:111[VERTICES * DEG]"
dist = "zero[VERTICES]"
changed = "zero[1]"
*/
#ifndef VERTICES
#define VERTICES 1048576
#endif
#ifndef DEG
#define DEG 8
#endif
#ifndef EVERY
#define EVERY 1
#endif

// dist holds 0 for "not seen"; frontier vertices are told by their number
__global__ void level(const unsigned *edge, int *dist, int *changed)
{
    unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v * 2654435761u >> 8 & (EVERY - 1)) return;
    bool any = false;
    for (int e = 0; e < DEG; e++) {
        unsigned to = edge[(size_t)v * DEG + e] % VERTICES;
        if (dist[to] == 0) { dist[to] = 2; any = true; }
    }
    if (any) *changed = 1;
}
