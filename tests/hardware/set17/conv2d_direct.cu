/* warpscope
title  = "2-D convolution straight from global memory"
kernel = "filter"
grid   = ["WIDTH / BX", "WIDTH / BY"]
block  = ["BX", "BY"]
[params]
WIDTH = [2048, 512]
K = [3, 5, 9]
BX = [16, 32]
BY = [16, 8]
[args]
img = "mod:255[WIDTH * WIDTH]"
out = "zero[WIDTH * WIDTH]"
w = "WIDTH"
coef = "mod:4[81]"
*/
#ifndef K
#define K 3
#endif

__constant__ float coef[81];

__global__ void filter(const float *img, float *out, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float acc = 0.f;
    for (int dy = -K / 2; dy <= K / 2; dy++) {
        int yy = min(max(y + dy, 0), w - 1);
        for (int dx = -K / 2; dx <= K / 2; dx++) {
            int xx = min(max(x + dx, 0), w - 1);
            acc += coef[(dy + K / 2) * K + dx + K / 2] * img[yy * w + xx];
        }
    }
    out[y * w + x] = acc;
}
