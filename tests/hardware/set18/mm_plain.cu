/* warpscope
title  = "C = A B, one element a thread"
kernel = "mm"
grid   = ["N/16", "N/16"]
block  = [16, 16]
[params]
N = [512, 1024, 64]
SWAP = [0, 1]
[args]
A = "mod:5[N*N]"
B = "mod:3[N*N]"
C = "zero[N*N]"
n = "N"
*/
#ifndef SWAP
#define SWAP 0
#endif

__global__ void mm(const float *A, const float *B, float *C, int n)
{
#if SWAP
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
#else
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
#endif
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
}
