/* warpscope
title  = "Sobel gradient of bytes or of floats"
kernel = "sobel"
grid   = ["W / 32", "H / 8"]
block  = [32, 8]
[params]
W = [4096, 1024]
H = [2048, 1024]
PIX = ["char", "float"]
SQRT = [1, 0]
[args]
img = "mod:100[W * H]"
out = "zero[W * H]"
*/
#ifndef W
#define W 4096
#endif
#ifndef H
#define H 2048
#endif
#ifndef PIX
#define PIX char
#endif
#ifndef SQRT
#define SQRT 1
#endif

__device__ float at(const PIX *p, int x, int y)
{
    x = x < 0 ? 0 : (x >= W ? W - 1 : x);
    y = y < 0 ? 0 : (y >= H ? H - 1 : y);
    return (float)p[y * W + x];
}

__global__ void sobel(const PIX *img, PIX *out)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float gx = at(img, x + 1, y - 1) + 2 * at(img, x + 1, y) + at(img, x + 1, y + 1)
             - at(img, x - 1, y - 1) - 2 * at(img, x - 1, y) - at(img, x - 1, y + 1);
    float gy = at(img, x - 1, y + 1) + 2 * at(img, x, y + 1) + at(img, x + 1, y + 1)
             - at(img, x - 1, y - 1) - 2 * at(img, x, y - 1) - at(img, x + 1, y - 1);
    float g = SQRT ? sqrtf(gx * gx + gy * gy) : fabsf(gx) + fabsf(gy);
    out[y * W + x] = (PIX)fminf(g, 127.0f);
}
