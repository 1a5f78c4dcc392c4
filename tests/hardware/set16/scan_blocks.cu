/* warpscope
title  = "scan blocks"
kernel = "scan_blocks"
grid   = "N/BLOCK"
block  = "BLOCK"
[params]
N = [8388608, 1048576]
BLOCK = [256, 1024]
HOW = [0, 1, 2]
[args]
in = "mod:5[N]"
out = "zero[N]"
sums = "zero[N/BLOCK]"
*/
#ifndef N
#define N 8388608
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef HOW
#define HOW 0
#endif

// 0 Hillis and Steele, 1 Blelloch, 2 shuffles
__global__ void scan_blocks(const int *in, int *out, int *sums) {
  int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
#if HOW == 0
  __shared__ int s[2][BLOCK];
  int p = 0;
  s[0][t] = in[i];
  __syncthreads();
  for (int d = 1; d < BLOCK; d *= 2) {
    s[1 - p][t] = s[p][t] + (t >= d ? s[p][t - d] : 0);
    p = 1 - p;
    __syncthreads();
  }
  out[i] = s[p][t];
  if (t == BLOCK - 1) sums[blockIdx.x] = s[p][t];
#elif HOW == 1
  __shared__ int s[BLOCK];
  s[t] = in[i];
  for (int d = 1; d < BLOCK; d *= 2) {
    __syncthreads();
    int k = (t + 1) * 2 * d - 1;
    if (k < BLOCK) s[k] += s[k - d];
  }
  __syncthreads();
  if (t == 0) { sums[blockIdx.x] = s[BLOCK - 1]; s[BLOCK - 1] = 0; }
  for (int d = BLOCK / 2; d > 0; d /= 2) {
    __syncthreads();
    int k = (t + 1) * 2 * d - 1;
    if (k < BLOCK) { int v = s[k - d]; s[k - d] = s[k]; s[k] += v; }
  }
  __syncthreads();
  out[i] = s[t];
#else
  __shared__ int w[32];
  int v = in[i], lane = t & 31;
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(~0u, v, d); if (lane >= d) v += o; }
  if (lane == 31) w[t >> 5] = v;
  __syncthreads();
  if (t < 32) {
    int u = t < BLOCK / 32 ? w[t] : 0;
    for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(~0u, u, d); if (lane >= d) u += o; }
    w[t] = u;
  }
  __syncthreads();
  if (t >= 32) v += w[(t >> 5) - 1];
  out[i] = v;
  if (t == BLOCK - 1) sums[blockIdx.x] = v;
#endif
}
