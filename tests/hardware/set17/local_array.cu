/* warpscope
title  = "A small array indexed by data: local memory, shared memory, or selects"
kernel = "lookup"
grid   = ["N / 128"]
block  = [128]
[params]
N = [1048576]
WHERE = [0, 1, 2]
SIZE = [16]
STEPS = [32]
[args]
v = "random:171[N]"
out = "zero[N]"
*/
#ifndef WHERE
#define WHERE 0
#endif
#ifndef SIZE
#define SIZE 16
#endif
#ifndef STEPS
#define STEPS 32
#endif

__global__ void lookup(const unsigned *v, unsigned *out)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    unsigned x = v[i];
#if WHERE == 1
    __shared__ unsigned tab[SIZE][128];
#define TAB(k) tab[k][threadIdx.x]
#else
    unsigned a[SIZE];
#define TAB(k) a[k]
#endif
#pragma unroll
    for (int k = 0; k < SIZE; k++) TAB(k) = x * (2 * k + 1);
    for (int s = 0; s < STEPS; s++) {
        unsigned at = (x >> (s & 15)) % SIZE;
#if WHERE == 2
        unsigned got = 0;
#pragma unroll
        for (int k = 0; k < SIZE; k++) if (k == at) got = a[k];
        x = x * 3 + got;
#pragma unroll
        for (int k = 0; k < SIZE; k++) if (k == at) a[k] = x;
#else
        x = x * 3 + TAB(at);
        TAB(at) = x;
#endif
    }
    out[i] = x;
}
