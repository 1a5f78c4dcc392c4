/* warpscope
title  = "2-D convolution from a tile with halo"
kernel = "filter_tile"
grid   = ["WIDTH / 16", "WIDTH / 16"]
block  = [16, 16]
[params]
WIDTH = [2048, 512]
K = [5, 3, 9]
[args]
img = "mod:255[WIDTH * WIDTH]"
out = "zero[WIDTH * WIDTH]"
coef = "mod:4[81]"
*/
#ifndef WIDTH
#define WIDTH 2048
#endif
#ifndef K
#define K 5
#endif

#define H (K / 2)
#define E (16 + 2 * H)
__constant__ float coef[81];
__global__ void filter_tile(const float *img, float *out)
{
    __shared__ float t[E][E];
    int x0 = blockIdx.x * 16 - H, y0 = blockIdx.y * 16 - H;
    for (int y = threadIdx.y; y < E; y += 16)
        for (int x = threadIdx.x; x < E; x += 16) {
            int gx = min(max(x0 + x, 0), WIDTH - 1), gy = min(max(y0 + y, 0), WIDTH - 1);
            t[y][x] = img[gy * WIDTH + gx];
        }
    __syncthreads();
    float acc = 0.f;
#pragma unroll
    for (int i = 0; i < K; i++)
#pragma unroll
        for (int j = 0; j < K; j++) acc += coef[i * K + j] * t[threadIdx.y + i][threadIdx.x + j];
    out[(blockIdx.y * 16 + threadIdx.y) * WIDTH + blockIdx.x * 16 + threadIdx.x] = acc;
}
