/* warpscope
title  = "Points turned by a quaternion: float3, float4 or three arrays"
kernel = "rotate"
grid   = ["(N+191)/192"]
block  = [192]
[params]
N = [4000000, 1900]
FORM = [3, 4, 1]
[args]
in = "random:112[N*4]"
out = "zero[N*4]"
n = "N"
q = "random:113[4]"
*/
#ifndef FORM
#define FORM 3
#endif

// FORM 3: float3 array, 4: float4 array, 1: three float arrays one behind the other
__device__ float3 cross3(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
__constant__ float q[4];
__global__ void rotate(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 v;
#if FORM == 3
    v = ((const float3 *)in)[i];
#elif FORM == 4
    float4 l = ((const float4 *)in)[i];
    v = make_float3(l.x, l.y, l.z);
#else
    v = make_float3(in[i], in[n + i], in[2 * n + i]);
#endif
    float3 u = make_float3(q[0], q[1], q[2]), t = cross3(u, v), s = cross3(u, t);
    v = make_float3(v.x + 2 * (q[3] * t.x + s.x), v.y + 2 * (q[3] * t.y + s.y), v.z + 2 * (q[3] * t.z + s.z));
#if FORM == 3
    ((float3 *)out)[i] = v;
#elif FORM == 4
    ((float4 *)out)[i] = make_float4(v.x, v.y, v.z, 1.f);
#else
    out[i] = v.x; out[n + i] = v.y; out[2 * n + i] = v.z;
#endif
}
