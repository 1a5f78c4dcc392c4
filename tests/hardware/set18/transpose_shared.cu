/* warpscope
title  = "Transpose by a 32 x 32 tile, one element a thread"
kernel = "flipTile"
grid   = ["W/32", "W/32"]
block  = [32, 32]
[params]
W = [2048, 8192, 64]
PADDING = [0, 1]
[args]
in = "ramp[W*W]"
out = "zero[W*W]"
w = "W"
*/
#ifndef PADDING
#define PADDING 0
#endif

#define DIM 32
__global__ void flipTile(const float *in, float *out, int w)
{
    __shared__ float buf[DIM][DIM + PADDING];
    int tx = threadIdx.x, ty = threadIdx.y;
    buf[ty][tx] = in[(blockIdx.y * DIM + ty) * w + blockIdx.x * DIM + tx];
    __syncthreads();
    out[(blockIdx.x * DIM + ty) * w + blockIdx.y * DIM + tx] = buf[tx][ty];
}
