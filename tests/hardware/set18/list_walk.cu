/* warpscope
title  = "Walk along linked lists of nodes with a payload"
kernel = "walk"
grid   = ["BLOCKS"]
block  = [96]
[params]
NODES = [1048576, 4096]
STEP = [1, 32, 40503]
BLOCKS = [264, 4]
[args]
node = "mod:1000[NODES]"
out = "zero[BLOCKS*96]"
nodes = "NODES"
*/
#ifndef STEP
#define STEP 1
#endif

struct Node { unsigned a, b, c, d; };
__global__ void walk(const Node *node, unsigned *out, unsigned nodes)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x, at = id % nodes, sum = 0;
    for (int k = 0; k < 48; ++k) {
        Node q = node[at];
        sum += q.b ^ q.c;
        at = (at + STEP + (q.a & 0)) % nodes + (q.d >> 31);
        at %= nodes;
    }
    out[id] = sum;
}
