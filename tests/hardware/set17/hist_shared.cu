/* warpscope
title  = "Histogram in shared memory, one copy or one per warp"
kernel = "count_local"
grid   = ["BLOCKS"]
block  = [256]
[params]
N = [4194304]
BLOCKS = [264, 2048]
COPIES = [1, 8]
SKEW = [0, 1]
[args]
data = "random:5[N]"
bins = "zero[256]"
n = "N"
*/
#ifndef COPIES
#define COPIES 1
#endif
#ifndef SKEW
#define SKEW 0
#endif

__global__ void count_local(const unsigned *data, int *bins, int n)
{
    __shared__ int h[COPIES][256];
    for (int k = threadIdx.x; k < COPIES * 256; k += 256) ((int *)h)[k] = 0;
    __syncthreads();
    int *mine = h[(threadIdx.x / 32) % COPIES];
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        unsigned v = data[i];
        unsigned b = v & 255;
        if (SKEW) b &= (v >> 8) & (v >> 16);
        atomicAdd(mine + b, 1);
    }
    __syncthreads();
    int sum = 0;
    for (int c = 0; c < COPIES; c++) sum += h[c][threadIdx.x];
    atomicAdd(bins + threadIdx.x, sum);
}
