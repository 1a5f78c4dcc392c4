/* warpscope
title  = "fir constant"
kernel = "fir_constant"
grid   = "N/256"
block  = 256
[params]
N = [8388608, 1048576]
TAPS = [33, 9]
[args]
in = "random:1[N+TAPS]"
out = "zero[N]"
cw = "random:2[TAPS]"
*/
#ifndef N
#define N 8388608
#endif
#ifndef TAPS
#define TAPS 33
#endif

__constant__ float cw[TAPS];
__global__ void fir_constant(const float *in, float *out) {
  __shared__ float x[256 + TAPS];
  int t = threadIdx.x, base = blockIdx.x * 256;
  for (int k = t; k < 256 + TAPS - 1; k += 256) x[k] = in[base + k];
  __syncthreads();
  float s = 0;
  for (int k = 0; k < TAPS; k++) s += x[t + k] * cw[k];
  out[base + t] = s;
}
