/* warpscope
title  = "Sum by atomics: one by each thread, each warp, or each block"
kernel = "add_up"
grid   = ["N / 256"]
block  = [256]
[params]
N = [2097152, 524288]
LEVEL = [0, 1, 2]
[args]
v = "mod:3[N]"
total = "zero[1]"
*/
#ifndef LEVEL
#define LEVEL 0
#endif

__global__ void add_up(const unsigned *v, unsigned long long *total)
{
    unsigned long long x = v[blockIdx.x * blockDim.x + threadIdx.x];
#if LEVEL == 0
    atomicAdd(total, x);
#elif LEVEL == 1
    unsigned w = __reduce_add_sync(0xffffffffu, (unsigned)x);
    if (threadIdx.x % 32 == 0) atomicAdd(total, (unsigned long long)w);
#else
    __shared__ unsigned s;
    if (!threadIdx.x) s = 0;
    __syncthreads();
    atomicAdd(&s, (unsigned)x);
    __syncthreads();
    if (!threadIdx.x) atomicAdd(total, (unsigned long long)s);
#endif
}
