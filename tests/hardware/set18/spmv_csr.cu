/* warpscope
title  = "Sparse matrix times vector in CSR, lanes for each row"
kernel = "spmv"
grid   = ["(ROWS*LANES+127)/128"]
block  = [128]
[params]
ROWS = [262144, 256]
NNZ = [16, 64]
LANES = [1, 8, 32]
[args]
col = "random:17[ROWS*NNZ]"
val = "mod:5[ROWS*NNZ]"
x = "mod:9[ROWS]"
y = "zero[ROWS]"
rows = "ROWS"
*/
#ifndef NNZ
#define NNZ 16
#endif
#ifndef LANES
#define LANES 1
#endif

template <int L>
__device__ float add(float v)
{
    for (int o = L / 2; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o, L);
    return v;
}
__global__ void spmv(const unsigned *col, const float *val, const float *x, float *y, int rows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int r = t / LANES, lane = t % LANES;
    float s = 0;
    if (r < rows)
        for (int k = r * NNZ + lane; k < (r + 1) * NNZ; k += LANES) s += val[k] * x[col[k] % rows];
    s = add<LANES>(s);
    if (lane == 0 && r < rows) y[r] = s;
}
