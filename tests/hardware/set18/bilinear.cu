/* warpscope
title  = "Bilinear resize of a float picture"
kernel = "resize"
grid   = ["OUTW/32", "OUTW/8"]
block  = [32, 8]
[params]
INW = [1024, 2048, 8192, 128]
OUTW = [2048, 64]
[args]
src = "ramp[INW*INW]"
dst = "zero[OUTW*OUTW]"
iw = "INW"
ow = "OUTW"
*/
__global__ void resize(const float *src, float *dst, int iw, int ow)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float s = (float)iw / ow;
    float fx = fmaxf((x + 0.5f) * s - 0.5f, 0.f), fy = fmaxf((y + 0.5f) * s - 0.5f, 0.f);
    int x0 = min((int)fx, iw - 1), y0 = min((int)fy, iw - 1);
    int x1 = min(x0 + 1, iw - 1), y1 = min(y0 + 1, iw - 1);
    float ax = fx - x0, ay = fy - y0;
    float top = src[y0 * iw + x0] * (1 - ax) + src[y0 * iw + x1] * ax;
    float bot = src[y1 * iw + x0] * (1 - ax) + src[y1 * iw + x1] * ax;
    dst[y * ow + x] = top * (1 - ay) + bot * ay;
}
