/* warpscope
title  = "y = A x with one thread for each result"
kernel = "mvThread"
grid   = ["(ROWS+127)/128"]
block  = [128]
[params]
ROWS = [8192, 512]
COLS = [2048, 32]
COLMAJOR = [0, 1]
[args]
A = "mod:7[ROWS*COLS]"
x = "mod:3[COLS]"
y = "zero[ROWS]"
rows = "ROWS"
cols = "COLS"
*/
#ifndef COLMAJOR
#define COLMAJOR 0
#endif

__global__ void mvThread(const float *A, const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int c = 0; c < cols; c++)
#if COLMAJOR
        s += A[c * rows + r] * x[c];
#else
        s += A[r * cols + c] * x[c];
#endif
    y[r] = s;
}
