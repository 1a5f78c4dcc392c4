/* warpscope
title  = "Collatz lengths of numbers in order, far apart, or 64-bit"
kernel = "steps"
grid   = ["N / 256"]
block  = [256]
[params]
N = [1048576]
FAR = [0, 1]
INT = ["unsigned", "uint64"]
[args]
longest = "zero[N]"
*/
#ifndef N
#define N 1048576
#endif
#ifndef FAR
#define FAR 0
#endif
#ifndef INT
#define INT unsigned
#endif

typedef unsigned long long uint64;
__global__ void steps(int *longest)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    INT v = FAR ? (i * 40503u) % N + 1 : i + 1;
    int n = 0;
    while (v != 1 && n < 400) {
        v = (v & 1) ? 3 * v + 1 : v / 2;
        n++;
    }
    longest[i] = n;
}
