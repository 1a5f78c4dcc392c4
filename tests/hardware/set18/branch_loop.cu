/* warpscope
title  = "Loops whose length differs between the lanes"
kernel = "turns"
grid   = ["N/192"]
block  = [192]
[params]
N = [786432, 1920]
SPREAD = [0, 1, 2]
[args]
x = "mod:97[N]"
y = "zero[N]"
*/
#ifndef SPREAD
#define SPREAD 0
#endif

// SPREAD 0: every lane 64 turns; 1: 1 to 127 by lane; 2: one lane of a warp with 127, the others with 62
__global__ void turns(const unsigned *x, unsigned *y)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i], lane = threadIdx.x & 31;
#if SPREAD == 0
    int rounds = 64;
#elif SPREAD == 1
    int rounds = 1 + lane * 126 / 31;
#else
    int rounds = lane == 5 ? 127 : 62;
#endif
    while (rounds-- > 0) v = v * 1664525u + 1013904223u;
    y[i] = v;
}
