/* warpscope
title  = "1-D stencil of several neighbours, direct or staged, one or two steps"
kernel = "average"
grid   = ["N / B"]
block  = ["B"]
[params]
N = [8388608, 524288]
R = [1, 3]
STAGED = [0, 1]
B = [256, 64]
[args]
in = "ramp[N + 2 * R]"
out = "zero[N]"
*/
#ifndef R
#define R 1
#endif
#ifndef STAGED
#define STAGED 0
#endif
#ifndef B
#define B 256
#endif

__global__ void average(const float *in, float *out)
{
    int i = blockIdx.x * B + threadIdx.x;
#if STAGED
    __shared__ float s[B + 2 * R];
    s[threadIdx.x] = in[i];
    if (threadIdx.x < 2 * R) s[threadIdx.x + B] = in[i + B];
    __syncthreads();
    const float *at = s + threadIdx.x;
#else
    const float *at = in + i;
#endif
    float a = 0;
#pragma unroll
    for (int k = 0; k <= 2 * R; k++) a += at[k];
    out[i] = a / (2 * R + 1);
}
