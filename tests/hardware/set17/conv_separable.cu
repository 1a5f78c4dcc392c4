/* warpscope
title  = "One pass of a separable filter, along the rows or down the columns"
kernel = "pass"
grid   = ["WIDTH / 64", "WIDTH / 4"]
block  = [64, 4]
[params]
WIDTH = [2048]
VERTICAL = [0, 1]
R = [4, 8]
[args]
img = "mod:255[WIDTH * WIDTH]"
out = "zero[WIDTH * WIDTH]"
g = 0.0625
*/
#ifndef WIDTH
#define WIDTH 2048
#endif
#ifndef VERTICAL
#define VERTICAL 0
#endif
#ifndef R
#define R 4
#endif

__global__ void pass(const float *img, float *out, float g)
{
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    float s = 0;
#pragma unroll
    for (int k = -R; k <= R; ++k) {
        int p = (VERTICAL ? y : x) + k;
        p = p < 0 ? -p : p;
        p = p >= WIDTH ? 2 * WIDTH - 2 - p : p;
        s += VERTICAL ? img[p * WIDTH + x] : img[y * WIDTH + p];
    }
    out[y * WIDTH + x] = s * g;
}
