/* warpscope
title  = "Mandelbrot set, blocks of several shapes"
kernel = "mandel"
grid   = ["W/BX", "W/BY"]
block  = ["BX", "BY"]
[params]
W = [2048, 64]
BX = [32, 8, 256]
BY = [8, 32, 1]
REAL = ["float", "double"]
[args]
out = "zero[W*W]"
w = "W"
*/
#ifndef REAL
#define REAL float
#endif

__global__ void mandel(unsigned char *out, int w)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    REAL cx = (REAL)-2.2 + (REAL)3 * px / w, cy = (REAL)-1.5 + (REAL)3 * py / w, x = 0, y = 0;
    int k = 0;
    while (k < 200 && x * x + y * y < 4) {
        REAL t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        ++k;
    }
    out[py * w + px] = k;
}
