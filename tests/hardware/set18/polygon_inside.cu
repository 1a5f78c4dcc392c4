/* warpscope
title  = "Points in a polygon, the corners in constant or global memory"
kernel = "inPolygon"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [1048576, 1024]
CORNERS = [64, 256]
CONST = [1, 0]
[args]
pt = "random:110[N]"
poly = "random:111[256]"
inside = "zero[N]"
n = "N"
cpoly = "random:111[256]"
*/
#ifndef CORNERS
#define CORNERS 64
#endif
#ifndef CONST
#define CONST 1
#endif

__constant__ float2 cpoly[256];
__global__ void inPolygon(const float2 *pt, const float2 *poly, unsigned char *inside, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = pt[i];
    bool in = false;
#if CONST
#define CORNER(k) cpoly[k]
#else
#define CORNER(k) poly[k]
#endif
    float2 a = CORNER(CORNERS - 1);
    for (int k = 0; k < CORNERS; ++k) {
        float2 b = CORNER(k);
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) in = !in;
        a = b;
    }
    inside[i] = in;
}
