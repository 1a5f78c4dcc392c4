/* warpscope
title  = "activation"
kernel = "activation"
grid   = "(N+255)/256"
block  = 256
[params]
N = [16777216, 2097152]
ACT = [0, 1, 2]
[args]
in = "random:1[N]"
out = "zero[N]"
n = "N"
*/
#ifndef N
#define N 16777216
#endif
#ifndef ACT
#define ACT 0
#endif

// 0 GELU by erf, 1 GELU by tanh, 2 SiLU with fast exp
__global__ void activation(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i] * 8 - 4;
#if ACT == 0
  out[i] = 0.5f * x * (1.0f + erff(x * 0.70710678f));
#elif ACT == 1
  out[i] = 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
#else
  out[i] = x / (1.0f + __expf(-x));
#endif
}
