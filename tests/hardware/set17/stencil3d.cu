/* warpscope
title  = "Seven-point stencil, a thread per point, block shapes"
kernel = "point7"
grid   = ["NX / BX", "NY / BY", "NZ / BZ"]
block  = ["BX", "BY", "BZ"]
[params]
NX = [256, 128]
NY = [256, 128]
NZ = [256, 128]
BX = [64, 8, 256]
BY = [4, 8, 1]
BZ = [1, 4]
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
#ifndef BX
#define BX 64
#endif
#ifndef BY
#define BY 4
#endif
#ifndef BZ
#define BZ 1
#endif

__global__ void point7(const float *__restrict__ a, float *__restrict__ b)
{
    int x = blockIdx.x * BX + threadIdx.x;
    int y = blockIdx.y * BY + threadIdx.y;
    int z = blockIdx.z * BZ + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= NX - 1 || y >= NY - 1 || z >= NZ - 1) return;
    int i = (z * NY + y) * NX + x;
    b[i] = 0.4f * a[i] + 0.1f * (a[i - 1] + a[i + 1] + a[i - NX] + a[i + NX] + a[i - NX * NY] + a[i + NX * NY]);
}
