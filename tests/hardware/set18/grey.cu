/* warpscope
title  = "Colour to grey, pixels of three or four bytes"
kernel = "toGrey"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [8294400, 2000]
CHANNELS = [3, 4]
[args]
rgb = "random:14[N*CHANNELS]"
out = "zero[N]"
n = "N"
*/
#ifndef CHANNELS
#define CHANNELS 3
#endif

#if CHANNELS == 4
typedef uchar4 Pixel;
#else
typedef uchar3 Pixel;
#endif
__global__ void toGrey(const unsigned char *rgb, unsigned char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Pixel p = ((const Pixel *)rgb)[i];
    out[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
}
