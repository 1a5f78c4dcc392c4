/* warpscope
title  = "No shared memory, four columns per thread by float4"
kernel = "product4"
grid   = ["S / 128", "S / (4 * ROWS)"]
block  = [32, 4]
[params]
S = [512, 1024]
ROWS = [1, 4]
[args]
A = "mod:5[S * S]"
B = "mod:7[S * S / 4]"
C = "zero[S * S / 4]"
n = "S"
*/
#ifndef ROWS
#define ROWS 1
#endif

__device__ inline void axpy(float4 &c, float a, const float4 &b)
{
    c.x += a * b.x; c.y += a * b.y; c.z += a * b.z; c.w += a * b.w;
}

__global__ void product4(const float *A, const float4 *B, float4 *C, int n)
{
    int q = blockIdx.x * 32 + threadIdx.x;
    int r = (blockIdx.y * 4 + threadIdx.y) * ROWS;
    float4 c[ROWS];
    for (int i = 0; i < ROWS; i++) c[i] = make_float4(0, 0, 0, 0);
    for (int k = 0; k < n; k++) {
        float4 b = B[k * (n / 4) + q];
#pragma unroll
        for (int i = 0; i < ROWS; i++) axpy(c[i], A[(r + i) * n + k], b);
    }
#pragma unroll
    for (int i = 0; i < ROWS; i++) C[(r + i) * (n / 4) + q] = c[i];
}
