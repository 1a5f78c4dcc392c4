/* warpscope
title  = "spmv ell"
kernel = "spmv_ell"
grid   = "ROWS/128"
block  = 128
[params]
ROWS = [262144, 65536]
WIDTH = 16
[args]
col = "random:1[ROWS*WIDTH]"
val = "random:2[ROWS*WIDTH]"
x = "random:3[ROWS]"
y = "zero[ROWS]"
rows = "ROWS"
*/
#ifndef ROWS
#define ROWS 262144
#endif
#ifndef WIDTH
#define WIDTH 16
#endif

__global__ void spmv_ell(const unsigned *col, const float *val, const float *x, float *y, int rows) {
  int row = blockIdx.x * 128 + threadIdx.x;
  float s = 0;
#pragma unroll 4
  for (int k = 0; k < WIDTH; k++) s += val[k * rows + row] * __ldg(x + col[k * rows + row] % rows);
  y[row] = s;
}
