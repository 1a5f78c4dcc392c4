/* warpscope
title  = "Naive transpose, reading rows or reading columns"
kernel = "turn"
grid   = ["W / 32", "W / BY"]
block  = [32, "BY"]
[params]
W = [4096, 1024]
BY = [8, 32]
READCOLS = [0, 1]
[args]
m = "ramp[W * W]"
t = "zero[W * W]"
*/
#ifndef W
#define W 4096
#endif
#ifndef BY
#define BY 8
#endif
#ifndef READCOLS
#define READCOLS 0
#endif

__global__ void turn(const float *m, float *t)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * BY + threadIdx.y;
    if (READCOLS)
        t[y * W + x] = m[x * W + y];
    else
        t[x * W + y] = m[y * W + x];
}
