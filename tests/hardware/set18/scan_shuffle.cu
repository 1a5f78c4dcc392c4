/* warpscope
title  = "Scan by warp shuffles"
kernel = "warpScan"
grid   = ["N/BLK"]
block  = ["BLK"]
[params]
N = [2097152, 2048]
BLK = [256, 1024]
[args]
x = "mod:6[N]"
y = "zero[N]"
*/
#ifndef BLK
#define BLK 256
#endif

__device__ int inclusive(int v, int lane)
{
    #pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += u;
    }
    return v;
}
__global__ void warpScan(const int *x, int *y)
{
    __shared__ int sums[32];
    int g = blockIdx.x * BLK + threadIdx.x, lane = threadIdx.x % 32, w = threadIdx.x / 32;
    int v = inclusive(x[g], lane);
    if (lane == 31) sums[w] = v;
    __syncthreads();
    if (w == 0) {
        int q = lane < BLK / 32 ? sums[lane] : 0;
        sums[lane] = inclusive(q, lane);
    }
    __syncthreads();
    y[g] = v + (w ? sums[w - 1] : 0);
}
