/* warpscope
title  = "New centres: atomics to global memory or to a copy of the block"
kernel = "update"
grid   = ["BLOCKS"]
block  = [256]
[params]
N = [1048576, 2048]
K = [16, 512]
LOCAL = [0, 1]
BLOCKS = [528, 2]
[args]
xy = "random:90[N]"
label = "mod:K[N]"
sums = "zero[K*2]"
cnt = "zero[K]"
n = "N"
*/
#ifndef K
#define K 16
#endif
#ifndef LOCAL
#define LOCAL 0
#endif

__global__ void update(const float2 *xy, const int *label, float *sums, int *cnt, int n)
{
#if LOCAL
    __shared__ float s[2 * K];
    __shared__ int c[K];
    for (int k = threadIdx.x; k < K; k += blockDim.x) { s[2 * k] = s[2 * k + 1] = 0; c[k] = 0; }
    __syncthreads();
#else
    float *s = sums;
    int *c = cnt;
#endif
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float2 p = xy[i];
        int k = label[i];
        atomicAdd(&s[2 * k], p.x);
        atomicAdd(&s[2 * k + 1], p.y);
        atomicAdd(&c[k], 1);
    }
#if LOCAL
    __syncthreads();
    for (int k = threadIdx.x; k < K; k += blockDim.x) {
        atomicAdd(&sums[2 * k], s[2 * k]);
        atomicAdd(&sums[2 * k + 1], s[2 * k + 1]);
        atomicAdd(&cnt[k], c[k]);
    }
#endif
}
