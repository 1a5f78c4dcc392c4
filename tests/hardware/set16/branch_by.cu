/* warpscope
title  = "branch by"
kernel = "branch_by"
grid   = "N/256"
block  = 256
[params]
N = [2097152, 262144]
BY = [0, 1, 2, 3]
[args]
in = "random:1[N]"
out = "zero[N]"
*/
#ifndef N
#define N 2097152
#endif
#ifndef BY
#define BY 0
#endif

// 0: nobody differs, 1: odd lanes, 2: odd warps, 3: by the data
__global__ void branch_by(const float *in, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float v = in[i];
#if BY == 0
  bool first = true;
#elif BY == 1
  bool first = threadIdx.x & 1;
#elif BY == 2
  bool first = threadIdx.x & 32;
#else
  bool first = v < 0.5f;
#endif
  if (first) for (int k = 0; k < 60; k++) v = sinf(v) + 0.5f;
  else for (int k = 0; k < 60; k++) v = sqrtf(v * v + 1.0f) - 0.25f;
  out[i] = v;
}
