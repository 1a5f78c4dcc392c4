/* warpscope
title  = "saxpy vector"
kernel = "saxpy_vector"
grid   = "(N/WIDE+255)/256"
block  = 256
[params]
N = [20971520, 2097152]
WIDE = [1, 2, 4]
[args]
x = "random:1[N]"
y = "random:2[N]"
z = "zero[N]"
n = "N/WIDE"
a = 1.5
*/
#ifndef N
#define N 20971520
#endif
#ifndef WIDE
#define WIDE 1
#endif

#if WIDE == 1
typedef float vec;
__device__ vec axpy(float a, vec x, vec y) { return a * x + y; }
#elif WIDE == 2
typedef float2 vec;
__device__ vec axpy(float a, vec x, vec y) { return make_float2(a * x.x + y.x, a * x.y + y.y); }
#else
typedef float4 vec;
__device__ vec axpy(float a, vec x, vec y) {
  return make_float4(a * x.x + y.x, a * x.y + y.y, a * x.z + y.z, a * x.w + y.w);
}
#endif
__global__ void saxpy_vector(const float *x, const float *y, float *z, int n, float a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ((vec *)z)[i] = axpy(a, ((const vec *)x)[i], ((const vec *)y)[i]);
}
