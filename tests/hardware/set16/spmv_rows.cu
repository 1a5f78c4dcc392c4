/* warpscope
title  = "spmv rows"
kernel = "spmv_rows"
grid   = "VECTOR?ROWS/8:ROWS/256"
block  = 256
[params]
ROWS = [262144, 65536]
PER = [16, 40]
VECTOR = [0, 1]
[args]
col = "random:1[ROWS*PER]"
val = "random:2[ROWS*PER]"
x = "random:3[ROWS]"
y = "zero[ROWS]"
rows = "ROWS"
*/
#ifndef ROWS
#define ROWS 262144
#endif
#ifndef PER
#define PER 16
#endif
#ifndef VECTOR
#define VECTOR 0
#endif

// rows have PER/2 to PER entries; where a row begins is computed, as if read from a table
__global__ void spmv_rows(const unsigned *col, const float *val, const float *x, float *y, int rows) {
  int t = blockIdx.x * 256 + threadIdx.x;
#if VECTOR
  int row = t / 32, lane = t % 32, step = 32;
#else
  int row = t, lane = 0, step = 1;
#endif
  unsigned h = row * 2654435761u;
  int begin = row * PER, end = begin + PER / 2 + (h >> 16) % (PER / 2 + 1);
  float s = 0;
  for (int k = begin + lane; k < end; k += step) s += val[k] * x[(row + (col[k] & 16383)) % rows];
#if VECTOR
  for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
#endif
  if (lane == 0) y[row] = s;
}
