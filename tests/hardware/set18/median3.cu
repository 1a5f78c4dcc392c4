/* warpscope
title  = "Median of nine pixels by sorting in registers or in a local array"
kernel = "median"
grid   = ["W/16", "W/16"]
block  = [16, 16]
[params]
W = [2048, 64]
LOOPED = [0, 1]
[args]
src = "random:6[W*W]"
dst = "zero[W*W]"
w = "W"
*/
#ifndef LOOPED
#define LOOPED 0
#endif

__global__ void median(const unsigned char *src, unsigned char *dst, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x > w - 2 || y > w - 2) return;
    int v[9];
    for (int k = 0; k < 9; ++k) v[k] = src[(y + k / 3 - 1) * w + x + k % 3 - 1];
#if LOOPED
    for (int a = 1; a < 9; ++a) {            // insertion sort, leaves early
        int key = v[a], b = a - 1;
        while (b >= 0 && v[b] > key) { v[b + 1] = v[b]; --b; }
        v[b + 1] = key;
    }
#else
    #pragma unroll
    for (int a = 0; a < 5; ++a)
        #pragma unroll
        for (int b = a + 1; b < 9; ++b) { int lo = min(v[a], v[b]), hi = max(v[a], v[b]); v[a] = lo; v[b] = hi; }
#endif
    dst[y * w + x] = v[4];
}
