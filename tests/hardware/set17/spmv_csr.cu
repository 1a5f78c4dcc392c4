/* warpscope
title  = "Sparse times vector, CSR, a thread, eight lanes, or a warp per row"
kernel = "csr"
grid   = ["ROWS * LANES / 256"]
block  = [256]
[params]
ROWS = [131072]
NNZ = [32, 8]
LANES = [1, 8, 32]
UNEVEN = [0, 1]
[args]
start = "ramp[ROWS + 1]"
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
#ifndef LANES
#define LANES 1
#endif
#ifndef UNEVEN
#define UNEVEN 0
#endif

// start counts in rows here: a row has room for NNZ entries; UNEVEN: only a part of them is used, one row in 16 whole
__global__ void csr(const int *start, const unsigned *col, const float *val, const float *x, float *y)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int row = g / LANES, lane = g % LANES;
    int from = start[row] * NNZ, to = start[row + 1] * NNZ;
    if (UNEVEN && (row * 7 & 15)) to = from + (row & 3) + 1;
    float s = 0;
    for (int e = from + lane; e < to; e += LANES) s += val[e] * x[col[e] % ROWS];
    for (int d = LANES / 2; d > 0; d >>= 1) s += __shfl_down_sync(0xffffffffu, s, d, LANES);
    if (lane == 0) y[row] = s;
}
