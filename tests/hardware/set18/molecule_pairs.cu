/* warpscope
title  = "Forces by a neighbour list, near or far neighbours"
kernel = "pairs"
grid   = ["(N+127)/128"]
block  = [128]
[params]
N = [262144, 1024]
PER = [24]
FAR = [0, 1]
BYROW = [1, 0]
[args]
pos = "random:145[N]"
list = "random:146[N*PER]"
force = "zero[N]"
n = "N"
*/
#ifndef PER
#define PER 24
#endif
#ifndef FAR
#define FAR 0
#endif
#ifndef BYROW
#define BYROW 1
#endif

// BYROW 1: the list of an atom lies together, 0: entry k of all atoms lies together; FAR: neighbours anywhere
__global__ void pairs(const float4 *__restrict__ pos, const unsigned *__restrict__ list, float4 *force, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 me = pos[i], f = make_float4(0, 0, 0, 0);
    for (int k = 0; k < PER; ++k) {
#if BYROW
        unsigned r = list[i * PER + k];
#else
        unsigned r = list[k * n + i];
#endif
#if FAR
        unsigned j = r % n;
#else
        unsigned j = (i + r % 512) % n;
#endif
        float4 o = __ldg(&pos[j]);
        float x = o.x - me.x, y = o.y - me.y, z = o.z - me.z;
        float q = 1.f / (x * x + y * y + z * z + 0.1f);
        float s = q * q * (q - 0.5f);
        f.x += s * x; f.y += s * y; f.z += s * z;
    }
    force[i] = f;
}
