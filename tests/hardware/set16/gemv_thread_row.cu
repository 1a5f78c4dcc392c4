/* warpscope
title  = "gemv thread row"
kernel = "gemv_thread_row"
grid   = "(R+127)/128"
block  = 128
[params]
R = [8192, 2048]
C = [2048, 4096]
LAYOUT = [0, 1]
[args]
a = "random:1[R*C]"
x = "random:2[C]"
y = "zero[R]"
r = "R"
c = "C"
*/
#ifndef R
#define R 8192
#endif
#ifndef C
#define C 2048
#endif
#ifndef LAYOUT
#define LAYOUT 0
#endif

// one thread a row; LAYOUT 1: the matrix lies column by column
__global__ void gemv_thread_row(const float *a, const float *x, float *y, int r, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= r) return;
  float s = 0;
  for (int j = 0; j < c; j++)
#if LAYOUT
    s += a[j * r + i] * x[j];
#else
    s += a[i * c + j] * x[j];
#endif
  y[i] = s;
}
