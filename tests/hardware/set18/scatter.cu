/* warpscope
title  = "Scatter by a permutation"
kernel = "scatter"
grid   = ["N/256"]
block  = [256]
[params]
N = [4194304, 2048]
MULT = [1, 33, 2654435]
[args]
in = "ramp[N]"
out = "zero[N]"
n = "N"
*/
#ifndef MULT
#define MULT 1
#endif

// i -> i*MULT mod n is a permutation, since n is a power of two and MULT is odd
__global__ void scatter(const int *in, int *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned to = (i * (unsigned)MULT) & (n - 1);
    out[to] = in[i];
}
