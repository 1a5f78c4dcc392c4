/* warpscope
title  = "One thread per element of the product, x along the row or down the column"
kernel = "product"
grid   = ["S / BX", "S / BY"]
block  = ["BX", "BY"]
[params]
S = [512, 1024]
SWAP = [0, 1]
BX = [16, 32]
BY = [16, 8]
[args]
A = "mod:5[S * S]"
B = "mod:7[S * S]"
C = "zero[S * S]"
n = "S"
*/
#ifndef SWAP
#define SWAP 0
#endif

__global__ void product(const float *A, const float *B, float *C, int n)
{
#if SWAP
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
#else
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
#endif
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
}
