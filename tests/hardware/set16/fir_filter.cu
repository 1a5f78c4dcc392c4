/* warpscope
title  = "fir filter"
kernel = "fir_filter"
grid   = "N/256"
block  = 256
[params]
N = [8388608, 1048576]
TAPS = [33, 9]
TILED = [0, 1]
[args]
in = "random:1[N+TAPS]"
w = "random:2[TAPS]"
out = "zero[N]"
*/
#ifndef N
#define N 8388608
#endif
#ifndef TAPS
#define TAPS 33
#endif
#ifndef TILED
#define TILED 0
#endif

__global__ void fir_filter(const float *in, const float *w, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = 0;
#if TILED
  __shared__ float x[256 + TAPS];
  for (int k = threadIdx.x; k < 256 + TAPS - 1; k += 256) x[k] = in[blockIdx.x * 256 + k];
  __syncthreads();
  for (int k = 0; k < TAPS; k++) s += x[threadIdx.x + k] * w[k];
#else
  for (int k = 0; k < TAPS; k++) s += in[i + k] * w[k];
#endif
  out[i] = s;
}
