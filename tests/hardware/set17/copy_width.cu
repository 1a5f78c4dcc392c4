/* warpscope
title  = "The same bytes copied with elements of different size"
kernel = "copy_elements"
grid   = ["BYTES / SIZE / 256"]
block  = [256]
[params]
BYTES = [67108864, 4194304]
ELEM = ["float", "char", "short", "double", "float4"]
SIZE = [4, 1, 2, 8, 16]
[args]
from = "zero[BYTES / SIZE]"
to = "zero[BYTES / SIZE]"
*/
#ifndef ELEM
#define ELEM float
#endif

typedef ELEM elem;

__global__ void copy_elements(const elem *from, elem *to)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}
