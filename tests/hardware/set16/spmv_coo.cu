/* warpscope
title  = "spmv coo"
kernel = "spmv_coo"
grid   = "NNZ/256"
block  = 256
[params]
ROWS = 262144
NNZ = [4194304, 1048576]
SORTED = [0, 1]
[args]
r = "random:4[NNZ]"
c = "random:1[NNZ]"
val = "random:2[NNZ]"
x = "random:3[ROWS]"
y = "zero[ROWS]"
rows = "ROWS"
per = "NNZ/ROWS"
*/
#ifndef ROWS
#define ROWS 262144
#endif
#ifndef NNZ
#define NNZ 4194304
#endif
#ifndef SORTED
#define SORTED 0
#endif

__global__ void spmv_coo(const unsigned *r, const unsigned *c, const float *val, const float *x, float *y, int rows, int per) {
  int k = blockIdx.x * 256 + threadIdx.x;
#if SORTED
  int row = (k / per + (r[k] & 1)) % rows;
#else
  int row = r[k] % rows;
#endif
  atomicAdd(&y[row], val[k] * x[c[k] % rows]);
}
