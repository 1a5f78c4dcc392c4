/* warpscope
title  = "rank count"
kernel = "rank_count"
grid   = "N/256"
block  = 256
[params]
N = [16384, 8192]
SHARED_KEYS = [0, 1]
[args]
key = "random:2[N]"
out = "zero[N]"
n = "N"
*/
#ifndef N
#define N 16384
#endif
#ifndef SHARED_KEYS
#define SHARED_KEYS 0
#endif

__global__ void rank_count(const float *key, float *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, rank = 0;
  float v = key[i];
#if SHARED_KEYS
  __shared__ float s[256];
  for (int t = 0; t < n; t += 256) {
    __syncthreads();
    s[threadIdx.x] = key[t + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; j++) rank += s[j] < v || (s[j] == v && t + j < i);
  }
#else
  for (int j = 0; j < n; j++) {
    float o = key[j];
    if (o < v || (o == v && j < i)) rank++;
  }
#endif
  out[rank] = v;
}
