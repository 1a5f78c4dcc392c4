/* warpscope
title  = "hist256"
kernel = "hist256"
grid   = "BLOCKS"
block  = 256
[params]
N = [8388608, 1048576]
BLOCKS = [528, 132]
WHERE = [0, 1, 2]
SKEW = [0, 1]
[args]
in = "random:11[N]"
hist = "zero[256]"
n = "N"
*/
#ifndef N
#define N 8388608
#endif
#ifndef BLOCKS
#define BLOCKS 528
#endif
#ifndef WHERE
#define WHERE 0
#endif
#ifndef SKEW
#define SKEW 0
#endif

// WHERE 0: counters in global memory, 1: in shared memory, 2: a table for each warp
__global__ void hist256(const unsigned *in, unsigned *hist, int n) {
#if WHERE == 1
  __shared__ unsigned h[256];
  h[threadIdx.x] = 0;
  __syncthreads();
#elif WHERE == 2
  __shared__ unsigned hw[8][256];
  for (int k = 0; k < 8; k++) hw[k][threadIdx.x] = 0;
  unsigned *h = hw[threadIdx.x / 32];
  __syncthreads();
#else
  unsigned *h = hist;
#endif
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    unsigned v = in[i], b = v >> 24;
#if SKEW
    if (v & 7) b &= 3;
#endif
    atomicAdd(&h[b], 1);
  }
#if WHERE == 1
  __syncthreads();
  atomicAdd(&hist[threadIdx.x], h[threadIdx.x]);
#elif WHERE == 2
  __syncthreads();
  unsigned s = 0;
  for (int k = 0; k < 8; k++) s += hw[k][threadIdx.x];
  atomicAdd(&hist[threadIdx.x], s);
#endif
}
