/* warpscope
title  = "Softmax of short rows, a warp per row or a thread per row"
kernel = "soft_short"
grid   = ["PERTHREAD ? ROWS / 128 : ROWS / 4"]
block  = [128]
[params]
ROWS = [65536]
COLS = [128, 32]
PERTHREAD = [0, 1]
[args]
x = "random:2[ROWS * COLS]"
y = "zero[ROWS * COLS]"
*/
#ifndef COLS
#define COLS 128
#endif
#ifndef PERTHREAD
#define PERTHREAD 0
#endif

__global__ void soft_short(const float *x, float *y)
{
#if PERTHREAD
    size_t r = (size_t)(blockIdx.x * 128 + threadIdx.x) * COLS;
    float m = x[r], s = 0;
    for (int c = 1; c < COLS; c++) m = max(m, x[r + c]);
    for (int c = 0; c < COLS; c++) s += expf(x[r + c] - m);
    for (int c = 0; c < COLS; c++) y[r + c] = expf(x[r + c] - m) / s;
#else
    const int lane = threadIdx.x & 31;
    size_t r = (size_t)(blockIdx.x * 4 + (threadIdx.x >> 5)) * COLS;
    float v[COLS / 32], m = -1e30f, s = 0;
#pragma unroll
    for (int k = 0; k < COLS / 32; k++) { v[k] = x[r + k * 32 + lane]; m = max(m, v[k]); }
    for (int d = 1; d < 32; d *= 2) m = max(m, __shfl_xor_sync(~0u, m, d));
#pragma unroll
    for (int k = 0; k < COLS / 32; k++) { v[k] = expf(v[k] - m); s += v[k]; }
    for (int d = 1; d < 32; d *= 2) s += __shfl_xor_sync(~0u, s, d);
#pragma unroll
    for (int k = 0; k < COLS / 32; k++) y[r + k * 32 + lane] = v[k] / s;
#endif
}
