/* warpscope
title  = "C = A B through shared tiles"
kernel = "mmTiled"
grid   = ["N/TILE", "N/TILE"]
block  = ["TILE", "TILE"]
[params]
N = [512, 1024, 64]
TILE = [16, 32]
[args]
A = "mod:5[N*N]"
B = "mod:3[N*N]"
C = "zero[N*N]"
n = "N"
*/
#ifndef TILE
#define TILE 16
#endif

__global__ void mmTiled(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float acc = 0.f;
    for (int t = 0; t < n / TILE; ++t) {
        As[ty][tx] = A[row * n + t * TILE + tx];
        Bs[ty][tx] = B[(t * TILE + ty) * n + col];
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < TILE; ++k) acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * n + col] = acc;
}
