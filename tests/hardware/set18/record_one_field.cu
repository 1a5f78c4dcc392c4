/* warpscope
title  = "One field out of a 48-byte row"
kernel = "net"
grid   = ["(COUNT+255)/256"]
block  = [256]
[params]
COUNT = [1000000, 1000]
ALIGNED = [0, 1]
[args]
rows = "zero[COUNT]"
out = "zero[COUNT]"
count = "COUNT"
*/
#ifndef ALIGNED
#define ALIGNED 0
#endif

#if ALIGNED
struct __align__(64) Row { double price, tax, rebate, weight, width, height; };
#else
struct Row { double price, tax, rebate, weight, width, height; };
#endif

__global__ void net(const Row *rows, double *out, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        out[i] = rows[i].price - rows[i].rebate;
}
