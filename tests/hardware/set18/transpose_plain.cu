/* warpscope
title  = "Transpose without shared memory"
kernel = "flip"
grid   = ["W/32", "W/8"]
block  = [32, 8]
[params]
W = [2048, 8192, 64]
BYCOL = [0, 1]
[args]
in = "ramp[W*W]"
out = "zero[W*W]"
w = "W"
*/
#ifndef BYCOL
#define BYCOL 0
#endif

__global__ void flip(const float *in, float *out, int w)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
#if BYCOL
    out[r * w + c] = in[c * w + r];     // reads go down a column
#else
    out[c * w + r] = in[r * w + c];     // writes go down a column
#endif
}
