/* warpscope
title  = "1-D stencil with and without shared memory"
kernel = "stencil1d"
grid   = ["N/256"]
block  = [256]
[params]
N = [8388608, 1024]
RADIUS = [3, 16]
SHARED = [0, 1]
[args]
in = "mod:9[N+2*RADIUS]"
out = "zero[N]"
*/
#ifndef RADIUS
#define RADIUS 3
#endif
#ifndef SHARED
#define SHARED 0
#endif

__global__ void stencil1d(const int *in, int *out)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int r = 0;
#if SHARED
    __shared__ int temp[256 + 2 * RADIUS];
    temp[threadIdx.x] = in[g];
    if (threadIdx.x < 2 * RADIUS) temp[256 + threadIdx.x] = in[g + 256];
    __syncthreads();
    for (int o = 0; o <= 2 * RADIUS; o++) r += temp[threadIdx.x + o];
#else
    for (int o = 0; o <= 2 * RADIUS; o++) r += in[g + o];
#endif
    out[g] = r;
}
