/* warpscope
title  = "Colour to grey from packed bytes, from four-byte pixels or from planes"
kernel = "grey"
grid   = ["N / 256"]
block  = [256]
[params]
N = [8388608]
FORM = [3, 4, 1]
[args]
rgb = "random:12[N * 4]"
out = "zero[N]"
*/
#ifndef N
#define N 8388608
#endif
#ifndef FORM
#define FORM 3
#endif

__global__ void grey(const unsigned char *rgb, unsigned char *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned r, g, b;
    if (FORM == 3) { r = rgb[3 * i]; g = rgb[3 * i + 1]; b = rgb[3 * i + 2]; }
    else if (FORM == 4) { uchar4 p = ((const uchar4 *)rgb)[i]; r = p.x; g = p.y; b = p.z; }
    else { r = rgb[i]; g = rgb[N + i]; b = rgb[2 * N + i]; }
    out[i] = (77 * r + 150 * g + 29 * b) >> 8;
}
