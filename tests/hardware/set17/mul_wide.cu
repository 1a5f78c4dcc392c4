/* warpscope
title  = "64-bit multiply, high halves, modular power"
kernel = "powers"
grid   = ["N / 96"]
block  = [96]
[params]
N = [393216]
KIND = [0, 1, 2]
[args]
a = "random:45[N]"
r = "zero[N]"
*/
#ifndef KIND
#define KIND 0
#endif

typedef unsigned long long u64;
__global__ void powers(const u64 *a, u64 *r)
{
    int i = blockIdx.x * 96 + threadIdx.x;
    u64 x = a[i] | 1, acc = 1;
    for (int k = 0; k < 64; k++) {
#if KIND == 0
        acc = acc * x + k;
#elif KIND == 1
        acc = __umul64hi(acc | 0x8000000000000000ull, x) + x * k;
#else
        acc = (acc % 2147483647ull) * (x % 2147483647ull) % 2147483647ull;
        x += acc;
#endif
    }
    r[i] = acc;
}
