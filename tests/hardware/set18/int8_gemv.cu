/* warpscope
title  = "Matrix of bytes times vector of bytes, with dp4a or byte by byte"
kernel = "gemv8"
grid   = ["ROWS/4"]
block  = [128]
[params]
ROWS = [16384, 16]
COLS = [4096, 512]
DP4A = [1, 0]
[args]
w = "random:105[ROWS*COLS]"
x = "random:106[COLS]"
y = "zero[ROWS]"
*/
#ifndef COLS
#define COLS 4096
#endif
#ifndef DP4A
#define DP4A 1
#endif

__global__ void gemv8(const signed char *w, const signed char *x, int *y)
{
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32, s = 0;
    w += (size_t)row * COLS;
#if DP4A
    const int *wi = (const int *)w, *xi = (const int *)x;
    for (int c = lane; c < COLS / 4; c += 32) s = __dp4a(wi[c], xi[c], s);
#else
    for (int c = lane; c < COLS; c += 32) s += w[c] * x[c];
#endif
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o);
    if (lane == 0) y[row] = s;
}
