/* warpscope
title  = "Transpose with several rows per thread"
kernel = "flipRows"
grid   = ["W/32", "W/32"]
block  = [32, "32/PER"]
[params]
W = [2048, 8192, 64]
PER = [4, 8]
[args]
in = "ramp[W*W]"
out = "zero[W*W]"
w = "W"
*/
#ifndef PER
#define PER 4
#endif

__global__ void flipRows(const float *__restrict__ in, float *__restrict__ out, int w)
{
    __shared__ float tile[32][33];
    const int step = 32 / PER;
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < PER; k++)
        tile[threadIdx.y + k * step][threadIdx.x] = in[(y + k * step) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < PER; k++)
        out[(y + k * step) * w + x] = tile[threadIdx.x][threadIdx.y + k * step];
}
