/* warpscope
title  = "Tiled product in float, double or int"
kernel = "tiled_any"
grid   = ["S / 16", "S / 16"]
block  = [16, 16]
[params]
S = [512, 1024]
NUM = ["float", "double", "int"]
[args]
A = "mod:5[S * S]"
B = "mod:7[S * S]"
C = "zero[S * S]"
*/
#ifndef S
#define S 512
#endif
#ifndef NUM
#define NUM float
#endif

__global__ void tiled_any(const NUM *A, const NUM *B, NUM *C)
{
    __shared__ NUM a[16][17];
    __shared__ NUM b[16][17];
    const int x = threadIdx.x, y = threadIdx.y;
    const int gx = blockIdx.x * 16 + x, gy = blockIdx.y * 16 + y;
    NUM s = 0;
    for (int p = 0; p < S / 16; ++p) {
        a[y][x] = A[gy * S + p * 16 + x];
        b[y][x] = B[(p * 16 + y) * S + gx];
        __syncthreads();
        for (int k = 0; k < 16; ++k) s += a[y][k] * b[k][x];
        __syncthreads();
    }
    C[gy * S + gx] = s;
}
