/* warpscope
title  = "y = A x with a warp for each row"
kernel = "mvWarp"
grid   = ["(ROWS+7)/8"]
block  = [32, 8]
[params]
ROWS = [8192, 65536, 64]
COLS = [2048, 256]
VEC = [0, 1]
[args]
A = "mod:7[ROWS*COLS]"
x = "mod:3[COLS]"
y = "zero[ROWS]"
rows = "ROWS"
cols = "COLS"
*/
#ifndef VEC
#define VEC 0
#endif

__global__ void mvWarp(const float *A, const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows) return;
    float s = 0.f;
#if VEC
    const float4 *row = reinterpret_cast<const float4 *>(A + (size_t)r * cols);
    const float4 *xv = reinterpret_cast<const float4 *>(x);
    for (int c = threadIdx.x; c < cols / 4; c += 32) {
        float4 a = row[c], b = xv[c];
        s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
#else
    for (int c = threadIdx.x; c < cols; c += 32) s += A[(size_t)r * cols + c] * x[c];
#endif
    for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x == 0) y[r] = s;
}
