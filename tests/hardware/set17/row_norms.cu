/* warpscope
title  = "Length of each row, a thread, a warp or a block per row"
kernel = "lengths"
grid   = ["BY == 0 ? ROWS / 128 : BY == 1 ? ROWS / 4 : ROWS"]
block  = [128]
[params]
ROWS = [16384]
COLS = [512, 64]
BY = [0, 1, 2]
[args]
m = "one[ROWS * COLS]"
len = "zero[ROWS]"
*/
#ifndef COLS
#define COLS 512
#endif
#ifndef BY
#define BY 0
#endif

__global__ void lengths(const float *m, float *len)
{
#if BY == 0
    int r = blockIdx.x * 128 + threadIdx.x;
    float s = 0;
    for (int c = 0; c < COLS; c++) { float v = m[(size_t)r * COLS + c]; s += v * v; }
    len[r] = sqrtf(s);
#elif BY == 1
    int r = blockIdx.x * 4 + threadIdx.x / 32;
    float s = 0;
    for (int c = threadIdx.x % 32; c < COLS; c += 32) { float v = m[(size_t)r * COLS + c]; s += v * v; }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) len[r] = sqrtf(s);
#else
    __shared__ float total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    float s = 0;
    for (int c = threadIdx.x; c < COLS; c += 128) { float v = m[(size_t)blockIdx.x * COLS + c]; s += v * v; }
    atomicAdd(&total, s);
    __syncthreads();
    if (threadIdx.x == 0) len[blockIdx.x] = sqrtf(total);
#endif
}
