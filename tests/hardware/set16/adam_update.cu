/* warpscope
title  = "adam update"
kernel = "adam_update"
grid   = "(N+255)/256"
block  = 256
[params]
N = [8388608, 1000000]
VEC = [0, 1]
[args]
p = "random:1[N]"
g = "random:2[N]"
m = "zero[N]"
v = "zero[N]"
n = "N"
lr = 0.001
*/
#ifndef N
#define N 8388608
#endif
#ifndef VEC
#define VEC 0
#endif

__device__ void adam(float &p, float g, float &m, float &v, float lr) {
  m = 0.9f * m + 0.1f * g;
  v = 0.999f * v + 0.001f * g * g;
  p -= lr * (m / 0.5f) / (sqrtf(v / 0.25f) + 1e-8f);
}
__global__ void adam_update(float *p, const float *g, float *m, float *v, int n, float lr) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#if VEC
  if (i >= n / 4) return;
  float4 a = ((float4 *)p)[i], b = ((const float4 *)g)[i], c = ((float4 *)m)[i], d = ((float4 *)v)[i];
  adam(a.x, b.x, c.x, d.x, lr); adam(a.y, b.y, c.y, d.y, lr); adam(a.z, b.z, c.z, d.z, lr); adam(a.w, b.w, c.w, d.w, lr);
  ((float4 *)p)[i] = a; ((float4 *)m)[i] = c; ((float4 *)v)[i] = d;
#else
  if (i < n) adam(p[i], g[i], m[i], v[i], lr);
#endif
}
