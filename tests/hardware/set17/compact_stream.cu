/* warpscope
title  = "Chosen numbers moved together: an atomic by thread, warp or block"
kernel = "keep"
grid   = ["N / 256"]
block  = [256]
[params]
N = [4194304]
BY = [0, 1, 2]
PERCENT = [50, 5]
[args]
v = "random:162[N]"
out = "zero[N]"
count = "zero[1]"
*/
#ifndef BY
#define BY 0
#endif
#ifndef PERCENT
#define PERCENT 50
#endif

__global__ void keep(const float *v, float *out, int *count)
{
    float x = v[blockIdx.x * 256 + threadIdx.x];
    bool take = x * 100.0f < PERCENT;
#if BY == 0
    if (take) out[atomicAdd(count, 1)] = x;
#else
    unsigned who = __ballot_sync(0xffffffffu, take);
    int lane = threadIdx.x & 31, before = __popc(who & ((1u << lane) - 1)), base = 0;
#if BY == 1
    if (lane == 0 && who) base = atomicAdd(count, __popc(who));
    base = __shfl_sync(0xffffffffu, base, 0);
#else
    __shared__ int w[8], start;
    if (lane == 0) w[threadIdx.x >> 5] = __popc(who);
    __syncthreads();
    int all = 0;
    for (int k = 0; k < 8; k++) { if (k == (threadIdx.x >> 5)) base = all; all += w[k]; }
    if (threadIdx.x == 0) start = atomicAdd(count, all);
    __syncthreads();
    base += start;
#endif
    if (take) out[base + before] = x;
#endif
}
