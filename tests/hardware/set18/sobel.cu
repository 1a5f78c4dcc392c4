/* warpscope
title  = "Gradient strength by Sobel, exact or cheap"
kernel = "sobel"
grid   = ["W/32", "W/16"]
block  = [32, 16]
[params]
W = [2048, 64]
CHEAP = [0, 1]
[args]
src = "random:2[W*W]"
dst = "zero[W*W]"
w = "W"
*/
#ifndef CHEAP
#define CHEAP 0
#endif

__device__ __forceinline__ int px(const unsigned char *s, int x, int y, int w) { return s[min(max(y, 0), w - 1) * w + min(max(x, 0), w - 1)]; }
__global__ void sobel(const unsigned char *src, unsigned char *dst, int w)
{
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    int gx = px(src, x + 1, y - 1, w) + 2 * px(src, x + 1, y, w) + px(src, x + 1, y + 1, w)
           - px(src, x - 1, y - 1, w) - 2 * px(src, x - 1, y, w) - px(src, x - 1, y + 1, w);
    int gy = px(src, x - 1, y + 1, w) + 2 * px(src, x, y + 1, w) + px(src, x + 1, y + 1, w)
           - px(src, x - 1, y - 1, w) - 2 * px(src, x, y - 1, w) - px(src, x + 1, y - 1, w);
#if CHEAP
    int m = abs(gx) + abs(gy);
#else
    int m = (int)sqrtf((float)(gx * gx + gy * gy));
#endif
    dst[y * w + x] = m > 255 ? 255 : m;
}
