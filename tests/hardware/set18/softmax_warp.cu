/* warpscope
title  = "Softmax of a row by one warp, one online pass"
kernel = "softmaxWarp"
grid   = ["ROWS/4"]
block  = [128]
[params]
ROWS = [8192, 131072, 16]
COLS = [1024, 64]
FAST = [0, 1]
[args]
x = "random:4[ROWS*COLS]"
y = "zero[ROWS*COLS]"
rows = "ROWS"
cols = "COLS"
*/
#ifndef FAST
#define FAST 0
#endif

#if FAST
#define EXP(v) __expf(v)
#else
#define EXP(v) expf(v)
#endif
__global__ void softmaxWarp(const float *x, float *y, int rows, int cols)
{
    int row = blockIdx.x * 4 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (row >= rows) return;
    x += (size_t)row * cols;
    y += (size_t)row * cols;
    float top = -1e30f, sum = 0.f;
    for (int c = lane; c < cols; c += 32) {
        float v = x[c], t = fmaxf(top, v);
        sum = sum * EXP(top - t) + EXP(v - t);
        top = t;
    }
    for (int o = 16; o; o >>= 1) {
        float t2 = __shfl_xor_sync(~0u, top, o), s2 = __shfl_xor_sync(~0u, sum, o);
        float t = fmaxf(top, t2);
        sum = sum * EXP(top - t) + s2 * EXP(t2 - t);
        top = t;
    }
    float inv = 1.f / sum;
    for (int c = lane; c < cols; c += 32) y[c] = EXP(x[c] - top) * inv;
}
