/* warpscope
title  = "Matrix times vector, a thread per row, stored by rows or by columns"
kernel = "mv_thread"
grid   = ["ROWS / B"]
block  = ["B"]
[params]
ROWS = [8192, 2048]
COLS = [2048]
COLMAJOR = [0, 1]
B = [64, 256]
[args]
m = "mod:3[ROWS * COLS]"
x = "mod:5[COLS]"
y = "zero[ROWS]"
*/
#ifndef ROWS
#define ROWS 8192
#endif
#ifndef COLS
#define COLS 2048
#endif
#ifndef COLMAJOR
#define COLMAJOR 0
#endif

__global__ void mv_thread(const float *m, const float *x, float *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 8
    for (int c = 0; c < COLS; c++)
        s += x[c] * (COLMAJOR ? m[(size_t)c * ROWS + r] : m[(size_t)r * COLS + c]);
    y[r] = s;
}
