/* warpscope
title  = "Bilinear resize up or down"
kernel = "resize"
grid   = ["OW / 32", "OH / 8"]
block  = [32, 8]
[params]
IW = [2048, 8192]
IH = [1024, 4096]
OW = [4096, 1024]
OH = [2048, 512]
[args]
in = "mod:251[IW * IH]"
out = "zero[OW * OH]"
*/
#ifndef IW
#define IW 2048
#endif
#ifndef IH
#define IH 1024
#endif
#ifndef OW
#define OW 4096
#endif
#ifndef OH
#define OH 2048
#endif

__global__ void resize(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float fx = (x + 0.5f) * IW / OW - 0.5f, fy = (y + 0.5f) * IH / OH - 0.5f;
    int x0 = (int)floorf(fx), y0 = (int)floorf(fy);
    float ax = fx - x0, ay = fy - y0;
    int xa = max(x0, 0), xb = min(x0 + 1, IW - 1), ya = max(y0, 0), yb = min(y0 + 1, IH - 1);
    float top = in[ya * IW + xa] * (1 - ax) + in[ya * IW + xb] * ax;
    float bot = in[yb * IW + xa] * (1 - ax) + in[yb * IW + xb] * ax;
    out[y * OW + x] = top * (1 - ay) + bot * ay;
}
