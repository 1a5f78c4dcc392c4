/* warpscope
title  = "DCT of 8 x 8 tiles of a picture"
kernel = "dct"
grid   = ["W/32", "W/8"]
block  = [32, 8]
[params]
W = [2048, 4096, 64]
PADDED = [0, 1]
[args]
img = "random:137[W*W]"
coef = "zero[W*W]"
w = "W"
*/
#ifndef PADDED
#define PADDED 0
#endif

__constant__ float basis[8][8] = {
    {.3536f, .3536f, .3536f, .3536f, .3536f, .3536f, .3536f, .3536f}, {.4904f, .4157f, .2778f, .0975f, -.0975f, -.2778f, -.4157f, -.4904f},
    {.4619f, .1913f, -.1913f, -.4619f, -.4619f, -.1913f, .1913f, .4619f}, {.4157f, -.0975f, -.4904f, -.2778f, .2778f, .4904f, .0975f, -.4157f},
    {.3536f, -.3536f, -.3536f, .3536f, .3536f, -.3536f, -.3536f, .3536f}, {.2778f, -.4904f, .0975f, .4157f, -.4157f, -.0975f, .4904f, -.2778f},
    {.1913f, -.4619f, .4619f, -.1913f, -.1913f, .4619f, -.4619f, .1913f}, {.0975f, -.2778f, .4157f, -.4904f, .4904f, -.4157f, .2778f, -.0975f}};
__global__ void dct(const unsigned char *img, short *coef, int w)
{
    __shared__ float p[8][32 + PADDED], r[8][32 + PADDED];
    int x = threadIdx.x, y = threadIdx.y, u = x & 7, b = x & ~7;
    size_t at = (size_t)(blockIdx.y * 8 + y) * w + blockIdx.x * 32 + x;
    p[y][x] = img[at] - 128.f;
    __syncthreads();
    float s = 0;
    #pragma unroll
    for (int k = 0; k < 8; ++k) s += basis[u][k] * p[y][b + k];
    r[y][x] = s;
    __syncthreads();
    s = 0;
    #pragma unroll
    for (int k = 0; k < 8; ++k) s += basis[y][k] * r[k][x];
    coef[at] = (short)__float2int_rn(s);
}
