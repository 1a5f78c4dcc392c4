/* warpscope
title  = "Bit counting by instruction, by loop and by table-free arithmetic"
kernel = "weigh"
grid   = ["N / 256"]
block  = [256]
[params]
N = [8388608]
KIND = [0, 1, 2, 3]
[args]
v = "random:46[N]"
out = "zero[N]"
*/
#ifndef KIND
#define KIND 0
#endif

__device__ int by_loop(unsigned x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }
__device__ int by_arith(unsigned x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return x * 0x01010101u >> 24;
}
__global__ void weigh(const unsigned *v, unsigned char *out)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned x = v[i];
    int n;
    if (KIND == 0) n = __popc(x);
    else if (KIND == 1) n = by_loop(x);
    else if (KIND == 2) n = by_arith(x);
    else n = __ffs(x) + __clz(x) + (__brev(x) & 31);
    out[i] = (unsigned char)n;
}
