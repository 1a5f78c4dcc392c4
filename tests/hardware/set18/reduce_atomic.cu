/* warpscope
title  = "Sum by atomics alone"
kernel = "sumAtomic"
grid   = ["N/256"]
block  = [256]
[params]
N = [4194304, 2048]
PER_WARP = [0, 1]
[args]
in = "mod:4[N]"
out = "zero[1]"
*/
#ifndef PER_WARP
#define PER_WARP 0
#endif

__global__ void sumAtomic(const float *in, float *out)
{
    float x = in[blockIdx.x * blockDim.x + threadIdx.x];
#if PER_WARP
    x += __shfl_xor_sync(~0u, x, 16);
    x += __shfl_xor_sync(~0u, x, 8);
    x += __shfl_xor_sync(~0u, x, 4);
    x += __shfl_xor_sync(~0u, x, 2);
    x += __shfl_xor_sync(~0u, x, 1);
    if (threadIdx.x % 32 == 0)
#endif
    atomicAdd(out, x);
}
