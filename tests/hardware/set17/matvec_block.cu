/* warpscope
title  = "Matrix times vector, a block per row"
kernel = "mv_block"
grid   = ["ROWS"]
block  = ["B"]
[params]
ROWS = [8192, 2048]
COLS = [2048]
B = [128, 512, 1024]
[args]
m = "mod:3[ROWS * COLS]"
x = "mod:5[COLS]"
y = "zero[ROWS]"
cols = "COLS"
*/
#ifndef B
#define B 128
#endif

__global__ void __launch_bounds__(B) mv_block(const float *m, const float *x, float *y, int cols)
{
    __shared__ float s[B];
    float v = 0;
    for (int c = threadIdx.x; c < cols; c += B) v += m[(long long)blockIdx.x * cols + c] * x[c];
    s[threadIdx.x] = v;
    for (int d = B / 2; d; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    }
    if (threadIdx.x == 0) y[blockIdx.x] = s[0];
}
