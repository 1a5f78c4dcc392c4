/* warpscope
title  = "Largest value and its place, float or double"
kernel = "arg_max"
grid   = [528]
block  = [256]
[params]
N = [8388608]
REAL = ["float", "double"]
UNROLL = [1, 4]
[args]
x = "random:11[N]"
best = "zero[528]"
where = "zero[528]"
n = "N"
*/
#ifndef REAL
#define REAL float
#endif
#ifndef UNROLL
#define UNROLL 1
#endif

__global__ void arg_max(const REAL *x, REAL *best, int *where, int n)
{
    __shared__ REAL bv[256];
    __shared__ int bi[256];
    constexpr int turns = UNROLL;
    REAL m = -1; int at = -1;
#pragma unroll turns
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * 528)
        if (x[i] > m) { m = x[i]; at = i; }
    bv[threadIdx.x] = m; bi[threadIdx.x] = at;
    __syncthreads();
    for (int half = 128; half; half >>= 1) {
        if (threadIdx.x < half && bv[threadIdx.x + half] > bv[threadIdx.x]) {
            bv[threadIdx.x] = bv[threadIdx.x + half];
            bi[threadIdx.x] = bi[threadIdx.x + half];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) { best[blockIdx.x] = bv[0]; where[blockIdx.x] = bi[0]; }
}
