/* warpscope
title  = "Box blur of a grey picture, one or four pixels a thread"
kernel = "boxBlur"
grid   = ["(W/PIX+31)/32", "W/8"]
block  = [32, 8]
[params]
W = [2048, 64]
PIX = [1, 4]
[args]
src = "random:2[W*W]"
dst = "zero[W*W]"
w = "W"
*/
#ifndef PIX
#define PIX 1
#endif

typedef unsigned char uchar_t;
__global__ void boxBlur(const uchar_t *src, uchar_t *dst, int w)
{
    int x0 = (blockIdx.x * blockDim.x + threadIdx.x) * PIX;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    for (int p = 0; p < PIX; ++p) {
        int x = x0 + p;
        if (x >= w || y >= w) continue;
        int sum = 0, cnt = 0;
        for (int j = y - 1; j <= y + 1; ++j)
            for (int i = x - 1; i <= x + 1; ++i)
                if (i >= 0 && j >= 0 && i < w && j < w) { sum += src[j * w + i]; ++cnt; }
        dst[y * w + x] = sum / cnt;
    }
}
