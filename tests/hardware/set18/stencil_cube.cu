/* warpscope
title  = "7-point stencil in a cube, a thread for a cell or for a column"
kernel = "seven"
grid   = ["SIDE/32", "SIDE/4", "(MARCH?1:SIDE)"]
block  = [32, 4]
[params]
SIDE = [256, 128, 32]
MARCH = [0, 1]
[args]
a = "mod:19[SIDE*SIDE*SIDE]"
b = "zero[SIDE*SIDE*SIDE]"
d = "SIDE"
*/
#ifndef MARCH
#define MARCH 0
#endif

__global__ void seven(const float *a, float *b, int d)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    int plane = d * d;
    if (x == 0 || y == 0 || x == d - 1 || y == d - 1) return;
#if MARCH
    float below = a[y * d + x], here = a[plane + y * d + x];
    for (int z = 1; z < d - 1; ++z) {
        int c = z * plane + y * d + x;
        float above = a[c + plane];
        b[c] = below + above + a[c - 1] + a[c + 1] + a[c - d] + a[c + d] - 6.f * here;
        below = here;
        here = above;
    }
#else
    int z = blockIdx.z;
    if (z == 0 || z == d - 1) return;
    int c = z * plane + y * d + x;
    b[c] = a[c - plane] + a[c + plane] + a[c - 1] + a[c + 1] + a[c - d] + a[c + d] - 6.f * a[c];
#endif
}
