/* warpscope
title  = "1-D convolution, weights in constant or in global memory"
kernel = "smooth"
grid   = ["N / 256"]
block  = [256]
[params]
N = [4194304]
RADIUS = [4, 16]
CONSTANT = [0, 1]
[args]
in = "mod:17[N + 2 * RADIUS]"
out = "zero[N]"
wg = "mod:3[2 * RADIUS + 1]"
wc = "mod:3[64]"
*/
#ifndef RADIUS
#define RADIUS 4
#endif
#ifndef CONSTANT
#define CONSTANT 0
#endif

__constant__ float wc[64];

__global__ void smooth(const float *in, float *out, const float *wg)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k <= 2 * RADIUS; k++)
        s += in[i + k] * (CONSTANT ? wc[k] : wg[k]);
    out[i] = s;
}
