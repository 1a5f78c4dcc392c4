/* warpscope
title  = "Product by tiles in shared memory, tile of 16 or 32"
kernel = "tiled"
grid   = ["S / TILE", "S / TILE"]
block  = ["TILE", "TILE"]
[params]
S = [512, 1024]
TILE = [16, 32]
[args]
A = "mod:5[S * S]"
B = "mod:7[S * S]"
C = "zero[S * S]"
n = "S"
*/
#ifndef TILE
#define TILE 16
#endif

__global__ void __launch_bounds__(TILE * TILE) tiled(const float *A, const float *B, float *C, int n)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * TILE + ty, c = blockIdx.x * TILE + tx;
    float v = 0;
    for (int t = 0; t < n; t += TILE) {
        as[ty][tx] = A[r * n + t + tx];
        bs[ty][tx] = B[(t + ty) * n + c];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++) v += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    C[r * n + c] = v;
}
