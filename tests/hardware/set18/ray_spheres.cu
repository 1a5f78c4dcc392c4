/* warpscope
title  = "One ray a pixel against all spheres"
kernel = "trace"
grid   = ["W/16", "W/16"]
block  = [16, 16]
[params]
W = [1024, 64]
SPHERES = [64, 512]
SHADOW = [0, 1]
[args]
s = "random:115[SPHERES]"
img = "zero[W*W]"
w = "W"
*/
#ifndef SPHERES
#define SPHERES 64
#endif
#ifndef SHADOW
#define SHADOW 0
#endif

struct Hit { float t; int id; };
__device__ Hit closest(const float4 *s, float3 o, float3 d)
{
    Hit h = {1e30f, -1};
    for (int k = 0; k < SPHERES; ++k) {
        float4 c = s[k];
        float3 m = make_float3(o.x - c.x, o.y - c.y, o.z - c.z);
        float b = m.x * d.x + m.y * d.y + m.z * d.z, r = 0.05f * c.w;
        float disc = b * b - (m.x * m.x + m.y * m.y + m.z * m.z - r * r);
        if (disc <= 0) continue;
        float t = -b - sqrtf(disc);
        if (t > 1e-3f && t < h.t) { h.t = t; h.id = k; }
    }
    return h;
}
__global__ void trace(const float4 *s, float *img, int w)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float3 o = make_float3((x + .5f) / w, (y + .5f) / w, -1.f);
    Hit h = closest(s, o, make_float3(0, 0, 1));
    float light = 0;
    if (h.id >= 0) {
        light = 1.f / (1.f + h.t);
#if SHADOW
        float3 p = make_float3(o.x, o.y, o.z + h.t);
        if (closest(s, p, make_float3(0.57735f, 0.57735f, -0.57735f)).id >= 0) light *= 0.2f;
#endif
    }
    img[y * w + x] = light;
}
