/* warpscope
title  = "All-pairs forces, bodies from global or from shared memory"
kernel = "forces"
grid   = ["BODIES / B"]
block  = ["B"]
[params]
BODIES = [16384, 4096]
B = [256, 64]
SHARED = [0, 1]
[args]
p = "random:1[BODIES]"
acc = "zero[BODIES]"
*/
#ifndef BODIES
#define BODIES 16384
#endif
#ifndef B
#define B 256
#endif
#ifndef SHARED
#define SHARED 0
#endif

__device__ float3 pull(float4 me, float4 other, float3 a)
{
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
    float inv = rsqrtf(d2);
    float s = other.w * inv * inv * inv;
    a.x += dx * s; a.y += dy * s; a.z += dz * s;
    return a;
}
__global__ void forces(const float4 *p, float4 *acc)
{
    int i = blockIdx.x * B + threadIdx.x;
    float4 me = p[i];
    float3 a = make_float3(0, 0, 0);
#if SHARED
    __shared__ float4 s[B];
    for (int t = 0; t < BODIES; t += B) {
        s[threadIdx.x] = p[t + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < B; k++) a = pull(me, s[k], a);
        __syncthreads();
    }
#else
    for (int k = 0; k < BODIES; k++) a = pull(me, p[k], a);
#endif
    acc[i] = make_float4(a.x, a.y, a.z, 0);
}
