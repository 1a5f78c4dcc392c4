/* warpscope
title  = "Sparse times vector, ELL, columns of the table side by side"
kernel = "ell"
grid   = ["ROWS / 256"]
block  = [256]
[params]
ROWS = [131072]
NNZ = [32, 8]
BAND = [0, 1]
[args]
col = "random:121[ROWS * NNZ]"
val = "one[ROWS * NNZ]"
x = "one[ROWS]"
y = "zero[ROWS]"
*/
#ifndef ROWS
#define ROWS 131072
#endif
#ifndef NNZ
#define NNZ 32
#endif
#ifndef BAND
#define BAND 0
#endif

__global__ void ell(const unsigned *col, const float *val, const float *x, float *y)
{
    int r = blockIdx.x * 256 + threadIdx.x;
    float s = 0;
#pragma unroll 4
    for (int k = 0; k < NNZ; k++) {
        unsigned c = col[k * ROWS + r];
        c = BAND ? (r + (c & 31)) % ROWS : c % ROWS;
        s += val[k * ROWS + r] * x[c];
    }
    y[r] = s;
}
