/* warpscope
title  = "LU of small matrices, one per thread, in registers or in memory"
kernel = "lu"
grid   = ["COUNT / 128"]
block  = [128]
[params]
COUNT = [65536]
DIM = [4, 6, 12]
LOCAL = [1, 0]
[args]
m = "random:48[COUNT * DIM * DIM]"
*/
#ifndef COUNT
#define COUNT 65536
#endif
#ifndef DIM
#define DIM 4
#endif
#ifndef LOCAL
#define LOCAL 1
#endif

#define IN(i, j) m[((i) * DIM + (j)) * COUNT + t]
#if LOCAL
#define A(i, j) a[i][j]
#else
#define A(i, j) IN(i, j)
#endif
__global__ void lu(float *m)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
#if LOCAL
    float a[DIM][DIM];
#pragma unroll
    for (int i = 0; i < DIM; i++)
#pragma unroll
        for (int j = 0; j < DIM; j++) a[i][j] = IN(i, j);
#endif
#pragma unroll
    for (int k = 0; k < DIM; k++) {
        float inv = 1.0f / (A(k, k) + 2.0f);
#pragma unroll
        for (int i = k + 1; i < DIM; i++) {
            float f = A(i, k) * inv;
            A(i, k) = f;
#pragma unroll
            for (int j = k + 1; j < DIM; j++) A(i, j) -= f * A(k, j);
        }
    }
#if LOCAL
#pragma unroll
    for (int i = 0; i < DIM; i++)
#pragma unroll
        for (int j = 0; j < DIM; j++) IN(i, j) = a[i][j];
#endif
}
