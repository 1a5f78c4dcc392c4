/* warpscope
title  = "Floats to bytes with a scale for each group of 32"
kernel = "quantize"
grid   = ["N/256"]
block  = [256]
[params]
N = [8388608, 2048]
STOREAS = [0, 1]
[args]
x = "random:107[N]"
q = "zero[N]"
scale = "zero[N/32]"
*/
#ifndef STOREAS
#define STOREAS 0
#endif

__global__ void quantize(const float *x, signed char *q, float *scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i] - 0.5f, m = fabsf(v);
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    float s = m / 127.f;
    int r = __float2int_rn(v / (s + 1e-20f));
    if (threadIdx.x % 32 == 0) scale[i / 32] = s;
#if STOREAS
    // four lanes hand their bytes to the first of them
    int b1 = __shfl_down_sync(0xffffffffu, r, 1), b2 = __shfl_down_sync(0xffffffffu, r, 2), b3 = __shfl_down_sync(0xffffffffu, r, 3);
    if (i % 4 == 0) ((unsigned *)q)[i / 4] = (r & 255) | (b1 & 255) << 8 | (b2 & 255) << 16 | (unsigned)(b3 & 255) << 24;
#else
    q[i] = (signed char)r;
#endif
}
