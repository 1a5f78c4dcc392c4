/* warpscope
title  = "Register tile of 4 by 4 or 8 by 8 per thread"
kernel = "outer_tile"
grid   = ["S / (16 * R)", "S / (16 * R)"]
block  = [256]
[params]
S = [512, 1024]
R = [4, 8]
[args]
A = "mod:5[S * S]"
B = "mod:7[S * S]"
C = "zero[S * S]"
n = "S"
*/
#ifndef R
#define R 4
#endif

// block of 256 threads as 16 x 16, every thread owns R x R numbers; panels of depth 16
#define EDGE (16 * R)
__global__ void __launch_bounds__(256) outer_tile(const float *A, const float *B, float *C, int n)
{
    __shared__ float pa[16][EDGE + 1], pb[16][EDGE];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int row0 = blockIdx.y * EDGE, col0 = blockIdx.x * EDGE;
    float acc[R][R] = {};
    for (int k0 = 0; k0 < n; k0 += 16) {
        for (int e = threadIdx.x; e < 16 * EDGE; e += 256) {
            pa[e % 16][e / 16] = A[(row0 + e / 16) * n + k0 + e % 16];
            pb[e / EDGE][e % EDGE] = B[(k0 + e / EDGE) * n + col0 + e % EDGE];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float a[R], b[R];
#pragma unroll
            for (int i = 0; i < R; i++) a[i] = pa[k][ty + 16 * i];
#pragma unroll
            for (int j = 0; j < R; j++) b[j] = pb[k][tx + 16 * j];
#pragma unroll
            for (int i = 0; i < R; i++)
#pragma unroll
                for (int j = 0; j < R; j++) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < R; i++)
#pragma unroll
        for (int j = 0; j < R; j++)
            C[(row0 + ty + 16 * i) * n + col0 + tx + 16 * j] = acc[i][j];
}
