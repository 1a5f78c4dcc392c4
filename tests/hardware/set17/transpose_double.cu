/* warpscope
title  = "Tile transpose of doubles, template kernel"
kernel = "flip<double, 16>"
grid   = ["W / 16", "W / 16"]
block  = [16, 16]
[params]
W = [2048, 512]
PAD = [0, 1]
[args]
in = "ramp[W * W]"
out = "zero[W * W]"
w = "W"
*/
#ifndef PAD
#define PAD 0
#endif

template <typename T, int S>
__global__ void flip(const T *in, T *out, int w)
{
    __shared__ T s[S][S + PAD];
    int bx = blockIdx.x * S, by = blockIdx.y * S;
    s[threadIdx.y][threadIdx.x] = in[(by + threadIdx.y) * w + bx + threadIdx.x];
    __syncthreads();
    out[(bx + threadIdx.y) * w + by + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
template __global__ void flip<double, 16>(const double *, double *, int);
