/* warpscope
title  = "nbody forces"
kernel = "nbody_forces"
grid   = "N/BLOCK"
block  = "BLOCK"
[params]
N = [16384, 4096]
BLOCK = [256, 64]
TILED = [0, 1]
[args]
pos = "random:1[N*4]"
acc = "zero[N*4]"
n = "N"
*/
#ifndef N
#define N 16384
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef TILED
#define TILED 0
#endif

__device__ void pull(float4 a, float4 b, float3 &f) {
  float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
  float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = b.w * inv * inv * inv;
  f.x += dx * s; f.y += dy * s; f.z += dz * s;
}
__global__ void nbody_forces(const float *pos, float *acc, int n) {
  const float4 *p = (const float4 *)pos;
  int i = blockIdx.x * BLOCK + threadIdx.x;
  float4 me = p[i];
  float3 f = make_float3(0, 0, 0);
#if TILED
  __shared__ float4 s[BLOCK];
  for (int t = 0; t < n; t += BLOCK) {
    s[threadIdx.x] = p[t + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < BLOCK; j++) pull(me, s[j], f);
    __syncthreads();
  }
#else
  for (int j = 0; j < n; j++) pull(me, p[j], f);
#endif
  ((float4 *)acc)[i] = make_float4(f.x, f.y, f.z, 0);
}
