/* warpscope
title  = "triangle rows"
kernel = "triangle_rows"
grid   = "ROWS/128"
block  = 128
[params]
ROWS = 2048
SPREAD = [0, 1]
[args]
m = "random:1[ROWS*ROWS]"
out = "zero[ROWS]"
rows = "ROWS"
*/
#ifndef ROWS
#define ROWS 2048
#endif
#ifndef SPREAD
#define SPREAD 0
#endif

// sums of the lower triangle's rows, column by column; SPREAD: a warp's rows come from all over the triangle
__global__ void triangle_rows(const float *m, float *out, int rows) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int r = SPREAD ? (i % 16) * (rows / 16) + i / 16 : i;
  float s = 0;
  for (int c = 0; c <= r; c++) s += m[c * rows + r];
  out[r] = s;
}
