/* warpscope
title  = "Every thread follows its own chain"
kernel = "chase"
grid   = ["BLOCKS"]
block  = [128]
[params]
SIZE = [65536, 4096, 4194304, 67108864]
HOPS = [64]
BLOCKS = [132, 4]
[args]
next = "random:5[SIZE]"
end = "zero[BLOCKS*128]"
*/
#ifndef SIZE
#define SIZE 65536
#endif
#ifndef HOPS
#define HOPS 64
#endif

__global__ void chase(const unsigned *next, unsigned *end)
{
    unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned at = (me * 2654435761u) & (SIZE - 1);
    for (int h = 0; h < HOPS; ++h) at = (next[at] + h + me) & (SIZE - 1);
    end[me] = at;
}
