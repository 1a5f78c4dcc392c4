/* warpscope
title  = "Work only where a flag is set: a few lanes, or whole warps"
kernel = "sparse_work"
grid   = ["N / 256"]
block  = [256]
[params]
N = [1048576]
EVERY = [1, 4, 32]
PACKED = [0, 1]
[args]
x = "random:51[N]"
y = "zero[N]"
*/
#ifndef EVERY
#define EVERY 1
#endif
#ifndef PACKED
#define PACKED 0
#endif

__global__ void sparse_work(const double *x, double *y)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    int key = PACKED ? i / 32 : i;
    if (key % EVERY != 0) return;
    double v = x[i];
    for (int k = 0; k < 100; k++) v = fma(v, 0.999, 0.001 * v * v);
    y[i] = v;
}
