/* warpscope
title  = "A polynomial of degree DEG by Horner, one or four values a thread"
kernel = "horner"
grid   = ["(N+256*ILP-1)/(256*ILP)"]
block  = [256]
[params]
N = [4194304, 4096]
DEG = [16, 256]
ILP = [1, 4]
TYPE = ["float", "double"]
[args]
x = "random:147[N]"
y = "zero[N]"
n = "N"
*/
#ifndef DEG
#define DEG 16
#endif
#ifndef ILP
#define ILP 1
#endif
#ifndef TYPE
#define TYPE float
#endif

__global__ void horner(const TYPE *x, TYPE *y, int n)
{
    int base = blockIdx.x * 256 * ILP + threadIdx.x;
    if (base >= n) return;
    TYPE v[ILP], r[ILP];
    #pragma unroll
    for (int k = 0; k < ILP; ++k) { v[k] = base + k * 256 < n ? x[base + k * 256] : (TYPE)0; r[k] = 1; }
    #pragma unroll 8
    for (int d = 0; d < DEG; ++d)
        #pragma unroll
        for (int k = 0; k < ILP; ++k) r[k] = r[k] * v[k] + (TYPE)0.5;
    #pragma unroll
    for (int k = 0; k < ILP; ++k) if (base + k * 256 < n) y[base + k * 256] = r[k];
}
