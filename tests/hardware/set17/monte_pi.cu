/* warpscope
title  = "Pi by random points, counts by block or all to one word"
kernel = "darts"
grid   = ["BLOCKS"]
block  = [256]
[params]
BLOCKS = [528, 132, 4224]
TOSSES = [512, 2048, 64]
REAL = ["float", "double"]
[args]
inside = "zero[1]"
*/
#ifndef TOSSES
#define TOSSES 512
#endif
#ifndef REAL
#define REAL float
#endif

__global__ void darts(unsigned long long *inside)
{
    unsigned s = (blockIdx.x * 256 + threadIdx.x) * 2891336453u + 1u;
    int hit = 0;
    for (int k = 0; k < TOSSES; k++) {
        s = s * 1664525u + 1013904223u;
        REAL x = (REAL)(s >> 8) * (REAL)5.9604645e-8;
        s = s * 1664525u + 1013904223u;
        REAL y = (REAL)(s >> 8) * (REAL)5.9604645e-8;
        if (x * x + y * y < (REAL)1) ++hit;
    }
    hit = __reduce_add_sync(0xffffffffu, hit);
    if ((threadIdx.x & 31) == 0) atomicAdd(inside, (unsigned long long)hit);
}
