/* warpscope
title  = "Search in a table laid out as a heap of branches"
kernel = "descend"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [1048576, 1024]
LEVELS = [20, 12, 26]
[args]
tree = "random:125[1<<LEVELS]"
q = "random:124[N]"
pos = "zero[N]"
n = "N"
*/
#ifndef LEVELS
#define LEVELS 20
#endif

__global__ void descend(const unsigned *tree, const unsigned *q, unsigned *pos, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = q[i], at = 1;
    for (int l = 0; l < LEVELS; ++l) at = 2 * at + (tree[at] < x);
    pos[i] = at;
}
