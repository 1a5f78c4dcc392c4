/* warpscope
title  = "Many small square products, one per thread"
kernel = "tiny_products"
grid   = ["COUNT / 128"]
block  = [128]
[params]
COUNT = [131072]
D = [3, 4, 6]
SPLIT = [0, 1]
[args]
a = "mod:9[COUNT * D * D]"
b = "mod:4[COUNT * D * D]"
c = "zero[COUNT * D * D]"
*/
#ifndef COUNT
#define COUNT 131072
#endif
#ifndef D
#define D 3
#endif
#ifndef SPLIT
#define SPLIT 0
#endif

// SPLIT 1: number e of matrix m lies at e * COUNT + m
#if SPLIT
#define AT(m, e) ((e) * COUNT + (m))
#else
#define AT(m, e) ((m) * (D * D) + (e))
#endif
__global__ void tiny_products(const float *a, const float *b, float *c)
{
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    float x[D * D];
#pragma unroll
    for (int e = 0; e < D * D; e++) x[e] = a[AT(m, e)];
#pragma unroll
    for (int j = 0; j < D; j++) {
        float col[D];
#pragma unroll
        for (int k = 0; k < D; k++) col[k] = b[AT(m, k * D + j)];
#pragma unroll
        for (int i = 0; i < D; i++) {
            float s = 0;
#pragma unroll
            for (int k = 0; k < D; k++) s += x[i * D + k] * col[k];
            c[AT(m, i * D + j)] = s;
        }
    }
}
