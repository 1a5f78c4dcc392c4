/* warpscope
title  = "2-D convolution of a float image by a square filter"
kernel = "conv2"
grid   = ["W/32", "W/8"]
block  = [32, 8]
[params]
W = [2048, 64]
R = [2, 4]
HALO = [0, 1]
[args]
img = "mod:13[W*W]"
dst = "zero[W*W]"
w = "W"
mask = "mod:4[128]"
*/
#ifndef R
#define R 2
#endif
#ifndef HALO
#define HALO 0
#endif

#define D (2 * R + 1)
__constant__ float mask[128];
__global__ void conv2(const float *img, float *dst, int w)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float v = 0.f;
#if HALO
    __shared__ float t[8 + 2 * R][32 + 2 * R];
    for (int dy = threadIdx.y; dy < 8 + 2 * R; dy += 8)
        for (int dx = threadIdx.x; dx < 32 + 2 * R; dx += 32) {
            int gx = min(max((int)(blockIdx.x * 32) + dx - R, 0), w - 1);
            int gy = min(max((int)(blockIdx.y * 8) + dy - R, 0), w - 1);
            t[dy][dx] = img[gy * w + gx];
        }
    __syncthreads();
    #pragma unroll
    for (int j = 0; j < D; ++j)
        #pragma unroll
        for (int i = 0; i < D; ++i) v += mask[j * D + i] * t[threadIdx.y + j][threadIdx.x + i];
#else
    for (int j = -R; j <= R; ++j)
        for (int i = -R; i <= R; ++i) {
            int gx = min(max(x + i, 0), w - 1), gy = min(max(y + j, 0), w - 1);
            v += mask[(j + R) * D + i + R] * img[gy * w + gx];
        }
#endif
    dst[y * w + x] = v;
}
