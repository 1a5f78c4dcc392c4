/* warpscope
title  = "cumsum rows"
kernel = "cumsum_rows"
grid   = "(ROWS+BLOCK-1)/BLOCK"
block  = "BLOCK"
[params]
ROWS = [16384, 4096]
COLS = [256, 1000]
BLOCK = 64
DOWN = [0, 1]
[args]
in = "random:1[ROWS*COLS]"
out = "zero[ROWS*COLS]"
rows = "ROWS"
cols = "COLS"
*/
#ifndef ROWS
#define ROWS 16384
#endif
#ifndef COLS
#define COLS 256
#endif
#ifndef BLOCK
#define BLOCK 64
#endif
#ifndef DOWN
#define DOWN 0
#endif

// serial running sums: DOWN walks along columns
__global__ void cumsum_rows(const float *in, float *out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int c = 0; c < cols; c++) {
    int k = DOWN ? c * rows + r : r * cols + c;
    s += in[k];
    out[k] = s;
  }
}
