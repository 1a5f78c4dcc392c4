/* warpscope
title  = "One pass of a separable filter, along rows or along columns"
kernel = "pass"
grid   = ["W/64", "W/4"]
block  = [64, 4]
[params]
W = [2048, 64]
VERTICAL = [0, 1]
[args]
img = "mod:13[W*W]"
dst = "zero[W*W]"
w = "W"
*/
#ifndef VERTICAL
#define VERTICAL 0
#endif

__global__ void pass(const float *__restrict__ img, float *__restrict__ dst, int w)
{
    const float k[5] = {1, 4, 6, 4, 1};
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;
#pragma unroll
    for (int d = -2; d <= 2; d++) {
#if VERTICAL
        int yy = max(0, min(w - 1, y + d));
        s += k[d + 2] * img[yy * w + x];
#else
        int xx = max(0, min(w - 1, x + d));
        s += k[d + 2] * img[y * w + xx];
#endif
    }
    dst[y * w + x] = s * (1.f / 16);
}
