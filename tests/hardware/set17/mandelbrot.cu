/* warpscope
title  = "Mandelbrot set, shapes of blocks, float or double"
kernel = "escape"
grid   = ["W / BX", "W / BY"]
block  = ["BX", "BY"]
[params]
W = [1024]
BX = [32, 256, 8]
BY = [8, 1, 32]
REAL = ["float", "double"]
[args]
pic = "zero[W * W]"
limit = 256
*/
#ifndef W
#define W 1024
#endif
#ifndef BX
#define BX 32
#endif
#ifndef BY
#define BY 8
#endif
#ifndef REAL
#define REAL float
#endif

__global__ void escape(int *pic, int limit)
{
    int px = blockIdx.x * BX + threadIdx.x, py = blockIdx.y * BY + threadIdx.y;
    REAL cx = (REAL)px / W * (REAL)3.0 - (REAL)2.2, cy = (REAL)py / W * (REAL)3.0 - (REAL)1.5;
    REAL x = 0, y = 0;
    int n = 0;
    for (; n < limit && x * x + y * y < (REAL)4; n++) {
        REAL t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
    }
    pic[py * W + px] = n;
}
