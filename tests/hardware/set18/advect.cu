/* warpscope
title  = "Semi-Lagrangian advection in a weak or a wild wind"
kernel = "advect"
grid   = ["W/32", "W/8"]
block  = [32, 8]
[params]
W = [2048, 64]
WIND = [1, 20, 500]
[args]
vel = "random:132[W*W]"
dye = "ramp[W*W]"
out = "zero[W*W]"
w = "W"
*/
#ifndef WIND
#define WIND 1
#endif

__global__ void advect(const float2 *vel, const float *dye, float *out, int w)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float2 v = vel[y * w + x];
    float px = fminf(fmaxf(x - WIND * (v.x - 0.5f), 0.f), w - 1.001f), py = fminf(fmaxf(y - WIND * (v.y - 0.5f), 0.f), w - 1.001f);
    int ix = min((int)px, w - 2), iy = min((int)py, w - 2);
    float a = px - ix, b = py - iy;
    const float *p = dye + iy * w + ix;
    out[y * w + x] = (1 - b) * ((1 - a) * p[0] + a * p[1]) + b * ((1 - a) * p[w] + a * p[w + 1]);
}
