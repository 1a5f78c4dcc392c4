/* warpscope
title  = "Softmax of rows by one block each, three passes"
kernel = "soft"
grid   = ["ROWS"]
block  = ["B"]
[params]
ROWS = [4096]
COLS = [1024, 4096]
B = [256, 128, 1024]
KEEP = [0, 1]
[args]
x = "random:2[ROWS * COLS]"
y = "zero[ROWS * COLS]"
*/
#ifndef COLS
#define COLS 1024
#endif
#ifndef B
#define B 256
#endif
#ifndef KEEP
#define KEEP 0
#endif

// KEEP: the row waits in shared memory instead of being read three times
template <bool MAX>
__device__ float all(float v, float *tmp)
{
    for (int d = 16; d; d >>= 1) {
        float o = __shfl_xor_sync(~0u, v, d);
        v = MAX ? fmaxf(v, o) : v + o;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) tmp[threadIdx.x / 32] = v;
    __syncthreads();
    v = tmp[0];
    for (int i = 1; i < B / 32; i++) v = MAX ? fmaxf(v, tmp[i]) : v + tmp[i];
    return v;
}
__global__ void __launch_bounds__(B) soft(const float *x, float *y)
{
    __shared__ float tmp[32];
#if KEEP
    __shared__ float row[COLS];
    for (int c = threadIdx.x; c < COLS; c += B) row[c] = x[(size_t)blockIdx.x * COLS + c];
#else
    const float *row = x + (size_t)blockIdx.x * COLS;
#endif
    float m = -1e30f, s = 0;
    for (int c = threadIdx.x; c < COLS; c += B) m = fmaxf(m, row[c]);
    m = all<true>(m, tmp);
    for (int c = threadIdx.x; c < COLS; c += B) s += __expf(row[c] - m);
    s = 1.0f / all<false>(s, tmp);
    for (int c = threadIdx.x; c < COLS; c += B) y[(size_t)blockIdx.x * COLS + c] = __expf(row[c] - m) * s;
}
