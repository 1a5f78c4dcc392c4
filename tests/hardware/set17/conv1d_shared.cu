/* warpscope
title  = "1-D convolution from a staged piece with halo"
kernel = "smooth_staged"
grid   = ["N / 256"]
block  = [256]
[params]
N = [4194304]
RADIUS = [4, 16, 60]
[args]
in = "mod:17[N]"
out = "zero[N]"
n = "N"
w = "mod:3[128]"
*/
#ifndef RADIUS
#define RADIUS 4
#endif

__constant__ float w[128];
__global__ void smooth_staged(const float *in, float *out, int n)
{
    __shared__ float piece[256 + 2 * RADIUS];
    int first = blockIdx.x * 256 - RADIUS;
    for (int k = threadIdx.x; k < 256 + 2 * RADIUS; k += 256) {
        int g = first + k;
        piece[k] = (g >= 0 && g < n) ? in[g] : 0.0f;
    }
    __syncthreads();
    float s = 0;
#pragma unroll 4
    for (int k = 0; k <= 2 * RADIUS; k++) s += w[k] * piece[threadIdx.x + k];
    out[blockIdx.x * 256 + threadIdx.x] = s;
}
