/* warpscope
title  = "Transpose through a tile, ROWS rows per thread"
kernel = "turn_tile"
grid   = ["W / 32", "W / 32"]
block  = [32, "32 / ROWS"]
[params]
W = [4096, 1024]
PAD = [0, 1]
ROWS = [4, 1, 8]
[args]
m = "ramp[W * W]"
t = "zero[W * W]"
w = "W"
*/
#ifndef PAD
#define PAD 0
#endif
#ifndef ROWS
#define ROWS 4
#endif

#define STEP (32 / ROWS)
__global__ void turn_tile(const float *m, float *t, int w)
{
    __shared__ float box[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += STEP)
        box[threadIdx.y + j][threadIdx.x] = m[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += STEP)
        t[(y + j) * w + x] = box[threadIdx.x][threadIdx.y + j];
}
