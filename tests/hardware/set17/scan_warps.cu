/* warpscope
title  = "Scan by warp shuffles, ITEMS numbers per thread"
kernel = "scan_shfl"
grid   = ["N / (256 * ITEMS)"]
block  = [256]
[params]
N = [8388608]
ITEMS = [1, 4, 16]
[args]
x = "one[N]"
y = "zero[N]"
*/
#ifndef ITEMS
#define ITEMS 1
#endif

__global__ void scan_shfl(const int *x, int *y)
{
    __shared__ int tot[8];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int base = (blockIdx.x * 256 + threadIdx.x) * ITEMS;
    int v[ITEMS], run = 0;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) { run += x[base + k]; v[k] = run; }
    int inc = run;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        int o = __shfl_up_sync(~0u, inc, d);
        if (lane >= d) inc += o;
    }
    if (lane == 31) tot[warp] = inc;
    __syncthreads();
    int before = inc - run;
    for (int w = 0; w < warp; w++) before += tot[w];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) y[base + k] = v[k] + before;
}
