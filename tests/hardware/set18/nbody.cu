/* warpscope
title  = "Gravity of all bodies, read from global or shared memory"
kernel = "gravity"
grid   = ["N/128"]
block  = [128]
[params]
N = [16384, 4096, 512]
TILED = [0, 1]
EXACT = [0, 1]
[args]
body = "random:31[N]"
acc = "zero[N]"
n = "N"
*/
#ifndef TILED
#define TILED 0
#endif
#ifndef EXACT
#define EXACT 0
#endif

__device__ float3 pull(float4 me, float4 other, float3 a)
{
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
#if EXACT
    float inv = 1.f / sqrtf(d2);
#else
    float inv = rsqrtf(d2);
#endif
    float s = other.w * inv * inv * inv;
    a.x += dx * s; a.y += dy * s; a.z += dz * s;
    return a;
}
__global__ void gravity(const float4 *body, float3 *acc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = body[i];
    float3 a = make_float3(0, 0, 0);
#if TILED
    __shared__ float4 some[128];
    for (int t = 0; t < n; t += 128) {
        some[threadIdx.x] = body[t + threadIdx.x];
        __syncthreads();
        #pragma unroll 8
        for (int k = 0; k < 128; ++k) a = pull(me, some[k], a);
        __syncthreads();
    }
#else
    for (int j = 0; j < n; ++j) a = pull(me, body[j], a);
#endif
    acc[i] = a;
}
