/* warpscope
title  = "Seven-point stencil, each thread marches along z"
kernel = "march"
grid   = ["NX / 32", "NY / 8", "NZ / DEPTH"]
block  = [32, 8]
[params]
NX = [256, 128]
NY = [256, 128]
NZ = [256, 128]
DEPTH = [256, 32, 8, 128]
[args]
a = "ramp[NX * NY * NZ]"
b = "zero[NX * NY * NZ]"
*/
#ifndef NX
#define NX 256
#endif
#ifndef NY
#define NY 256
#endif
#ifndef NZ
#define NZ 256
#endif
#ifndef DEPTH
#define DEPTH 256
#endif

__global__ void march(const float *a, float *b)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z0 = blockIdx.z * DEPTH;
    if (x < 1 || y < 1 || x >= NX - 1 || y >= NY - 1) return;
    const int plane = NX * NY;
    int i = (z0 * NY + y) * NX + x;
    float below = z0 > 0 ? a[i - plane] : 0.0f, here = a[i];
    for (int z = z0; z < z0 + DEPTH; z++, i += plane) {
        float above = z + 1 < NZ ? a[i + plane] : 0.0f;
        if (z > 0 && z < NZ - 1)
            b[i] = 0.4f * here + 0.1f * (a[i - 1] + a[i + 1] + a[i - NX] + a[i + NX] + below + above);
        below = here;
        here = above;
    }
}
