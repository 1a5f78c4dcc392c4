/* warpscope
title  = "Matrix times vector, a warp per row with float or float4"
kernel = "mv_warp"
grid   = ["ROWS / 8"]
block  = [32, 8]
[params]
ROWS = [8192, 2048]
COLS = [2048]
VEC = [1, 4]
[args]
m = "mod:3[ROWS * COLS]"
x = "mod:5[COLS]"
y = "zero[ROWS]"
*/
#ifndef COLS
#define COLS 2048
#endif
#ifndef VEC
#define VEC 1
#endif

__global__ void mv_warp(const float *m, const float *x, float *y)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    const float *row = m + (size_t)r * COLS;
    float s = 0;
    if (VEC == 1) {
        for (int c = threadIdx.x; c < COLS; c += 32) s += row[c] * x[c];
    } else {
        const float4 *r4 = (const float4 *)row, *x4 = (const float4 *)x;
        for (int c = threadIdx.x; c < COLS / 4; c += 32) {
            float4 a = r4[c], b = x4[c];
            s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        }
    }
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(0xffffffffu, s, d);
    if (threadIdx.x == 0) y[r] = s;
}
