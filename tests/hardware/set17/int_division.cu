/* warpscope
title  = "Division and remainder by constants or runtime numbers, 32 or 64 bits"
kernel = "split"
grid   = ["N / 256"]
block  = [256]
[params]
N = [2097152]
KIND = [0, 1, 2, 3]
[args]
v = "random:44[N]"
out = "zero[N]"
d = 1000
base = 7
*/
#ifndef KIND
#define KIND 0
#endif

__global__ void split(const unsigned *v, unsigned *out, unsigned d, unsigned base)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = v[i], acc = 0;
#if KIND == 0
    for (int k = 0; k < 16; k++) { acc += x / 1000u + x % 7u; x = x * 1664525u + acc; }
#elif KIND == 1
    for (int k = 0; k < 16; k++) { acc += x / d + x % base; x = x * 1664525u + acc; }
#elif KIND == 2
    unsigned long long y = ((unsigned long long)x << 20) + i;
    for (int k = 0; k < 16; k++) { acc += (unsigned)(y / d) + (unsigned)(y % base); y = y * 1664525ull + acc; }
#else
    for (int k = 0; k < 16; k++) { acc += (x >> 10) + (x & 7u); x = x * 1664525u + acc; }
#endif
    out[i] = acc;
}
