/* warpscope
title  = "Greatest common divisors by Euclid or by shifts"
kernel = "gcds"
grid   = ["N/256"]
block  = [256]
[params]
N = [2097152, 2048]
BINARY = [0, 1]
[args]
a = "random:8[N]"
b = "random:9[N]"
g = "zero[N]"
*/
#ifndef BINARY
#define BINARY 0
#endif

__global__ void gcds(const unsigned *a, const unsigned *b, unsigned *g)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, u = a[i] | 1, v = b[i] | 1;
#if BINARY
    for (int guard = 0; u != v && guard < 64; ++guard) {
        unsigned hi = max(u, v) - min(u, v), lo = min(u, v);
        u = hi >> (__ffs(hi) - 1);
        v = lo;
    }
    g[i] = v;
#else
    while (v) { unsigned r = u % v; u = v; v = r; }
    g[i] = u;
#endif
}
