/* warpscope
title  = "Scatter by a permutation: reversed, strided or hashed"
kernel = "place"
grid   = ["N / 512"]
block  = [512]
[params]
N = [8388608, 1048576]
HOW = [0, 1, 2]
[args]
v = "ramp[N]"
out = "zero[N]"
*/
#ifndef N
#define N 8388608
#endif
#ifndef HOW
#define HOW 0
#endif

__global__ void place(const int *v, int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned to;
    switch (HOW) {
    case 0:  to = N - 1 - i; break;
    case 1:  to = (i * 33u) & (N - 1); break;            // odd factor: a permutation
    default: to = ((i ^ (i >> 7)) * 2654435761u) & (N - 1); break;
    }
    out[to] = v[i];
}
