/* warpscope
title  = "Polynomial by Horner, float or double, one or four at a time"
kernel = "horner"
grid   = ["N / (256 * ILP)"]
block  = [256]
[params]
N = [4194304]
DEG = [8, 64, 256]
REAL = ["float", "double"]
ILP = [1, 4]
[args]
x = "random:3[N]"
y = "zero[N]"
*/
#ifndef DEG
#define DEG 8
#endif
#ifndef REAL
#define REAL float
#endif
#ifndef ILP
#define ILP 1
#endif

__global__ void horner(const REAL *x, REAL *y)
{
    int base = blockIdx.x * 256 * ILP + threadIdx.x;
    REAL v[ILP], p[ILP];
#pragma unroll
    for (int j = 0; j < ILP; j++) { v[j] = x[base + j * 256]; p[j] = 1; }
    REAL c = (REAL)0.5;
#pragma unroll 4
    for (int k = 0; k < DEG; k++) {
#pragma unroll
        for (int j = 0; j < ILP; j++) p[j] = p[j] * v[j] + c;
        c = -c;
    }
#pragma unroll
    for (int j = 0; j < ILP; j++) y[base + j * 256] = p[j];
}
