/* warpscope
title  = "Keep the rows that pass: an atomic a row, a warp or a block"
kernel = "compact"
grid   = ["N/256"]
block  = [256]
[params]
N = [8388608, 2048]
HOW = [0, 1, 2]
PERCENT = [50, 2]
[args]
val = "mod:100[N]"
out = "zero[N]"
count = "zero[1]"
mask = "N-1"
*/
#ifndef HOW
#define HOW 0
#endif
#ifndef PERCENT
#define PERCENT 50
#endif

__global__ void compact(const int *val, int *out, unsigned *count, unsigned mask)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    int v = val[i];
    bool keep = v < PERCENT;
#if HOW == 0
    if (keep) out[atomicAdd(count, 1u) & mask] = v;
#elif HOW == 1
    unsigned b = __ballot_sync(0xffffffffu, keep), base = 0;
    int lane = threadIdx.x % 32;
    if (lane == 0 && b) base = atomicAdd(count, (unsigned)__popc(b));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (keep) out[(base + __popc(b & ((1u << lane) - 1))) & mask] = v;
#else
    __shared__ unsigned n, base;
    if (threadIdx.x == 0) n = 0;
    __syncthreads();
    unsigned my = 0;
    if (keep) my = atomicAdd(&n, 1u);
    __syncthreads();
    if (threadIdx.x == 0) base = atomicAdd(count, n);
    __syncthreads();
    if (keep) out[(base + my) & mask] = v;
#endif
}
