/* warpscope
title  = "Game of life, a byte for a cell"
kernel = "lifeStep"
grid   = ["W/BX", "W/(256/BX)"]
block  = ["BX", "256/BX"]
[params]
W = [4096, 64]
BX = [32, 128]
TORUS = [1, 0]
[args]
now = "random:130[W*W]"
then = "zero[W*W]"
w = "W"
*/
#ifndef TORUS
#define TORUS 1
#endif

__global__ void lifeStep(const unsigned char *now, unsigned char *then, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int n = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            if (!dx && !dy) continue;
#if TORUS
            n += now[((y + dy) & (w - 1)) * w + ((x + dx) & (w - 1))] & 1;
#else
            int a = x + dx, b = y + dy;
            if (a >= 0 && b >= 0 && a < w && b < w) n += now[b * w + a] & 1;
#endif
        }
    then[y * w + x] = n == 3 || (n == 2 && (now[y * w + x] & 1));
}
