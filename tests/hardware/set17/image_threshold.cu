/* warpscope
title  = "Threshold of bytes, one, four or sixteen a thread"
kernel = "cut"
grid   = ["BYTES / (256 * PER)"]
block  = [256]
[params]
BYTES = [33554432, 4194304]
PER = [1, 4, 16]
[args]
src = "random:9[BYTES]"
dst = "zero[BYTES]"
level = 100
*/
#ifndef PER
#define PER 1
#endif

__device__ unsigned four(unsigned v, unsigned level)
{
    unsigned r = 0;
#pragma unroll
    for (int s = 0; s < 32; s += 8) r |= ((v >> s & 255) > level ? 255u : 0u) << s;
    return r;
}
__global__ void cut(const unsigned char *src, unsigned char *dst, unsigned level)
{
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
#if PER == 1
    dst[i] = src[i] > level ? 255 : 0;
#elif PER == 4
    ((unsigned *)dst)[i] = four(((const unsigned *)src)[i], level);
#else
    uint4 q = ((const uint4 *)src)[i];
    ((uint4 *)dst)[i] = make_uint4(four(q.x, level), four(q.y, level), four(q.z, level), four(q.w, level));
#endif
}
