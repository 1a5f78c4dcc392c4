/* warpscope
title  = "Unpack integers of BITS bits"
kernel = "unpackBits"
grid   = ["N/256"]
block  = [256]
[params]
N = [8388608, 2048]
BITS = [11, 3, 8, 27]
[args]
packed = "random:50[N*BITS/32+2]"
out = "zero[N]"
*/
#ifndef BITS
#define BITS 11
#endif

__global__ void unpackBits(const unsigned *packed, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned bit = i * BITS, w = bit >> 5, s = bit & 31;
    unsigned v = __funnelshift_r(packed[w], packed[w + 1], s);
    out[i] = v & ((1u << BITS) - 1);
}
