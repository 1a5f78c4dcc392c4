/* warpscope
title  = "Sparse matrix times vector in ELLPACK, near or far columns"
kernel = "ell"
grid   = ["(ROWS+255)/256"]
block  = [256]
[params]
ROWS = [262144, 1024]
WIDTH = [16]
NEAR = [0, 1]
[args]
col = "random:17[ROWS*WIDTH]"
val = "mod:5[ROWS*WIDTH]"
x = "mod:9[ROWS]"
y = "zero[ROWS]"
rows = "ROWS"
*/
#ifndef WIDTH
#define WIDTH 16
#endif
#ifndef NEAR
#define NEAR 0
#endif

__global__ void ell(const unsigned *col, const float *val, const float *x, float *y, int rows)
{
    for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
        float s = 0;
        #pragma unroll 4
        for (int k = 0; k < WIDTH; ++k) {
            unsigned c = col[k * rows + r];
#if NEAR
            c = r + (c & 63);
#endif
            s += val[k * rows + r] * x[c % rows];
        }
        y[r] = s;
    }
}
