/* warpscope
title  = "Steps of the 3n+1 game"
kernel = "collatz"
grid   = ["N/128"]
block  = [128]
[params]
N = [2097152, 1024]
STRIP = [0, 1]
[args]
steps = "zero[N]"
*/
#ifndef STRIP
#define STRIP 0
#endif

__global__ void collatz(int *steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long v = i + 1;
    int s = 0;
    while (v != 1 && s < 2000) {
#if STRIP
        if (v & 1) { v = 3 * v + 1; ++s; }
        int z = __ffsll((long long)v) - 1;
        v >>= z;
        s += z;
#else
        v = (v & 1) ? 3 * v + 1 : v / 2;
        ++s;
#endif
    }
    steps[i] = s;
}
