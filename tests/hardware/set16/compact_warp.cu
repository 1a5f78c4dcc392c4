/* warpscope
title  = "compact warp"
kernel = "compact_warp"
grid   = "N/256"
block  = 256
[params]
N = 4194304
HOW = [0, 1, 2]
KEEP = [8, 128]
[args]
in = "random:3[N]"
out = "zero[N]"
count = "zero[1]"
n = "N"
*/
#ifndef N
#define N 4194304
#endif
#ifndef HOW
#define HOW 0
#endif
#ifndef KEEP
#define KEEP 8
#endif

// keeps the values whose low byte is below KEEP; the place wraps so that runs may follow one another
__global__ void compact_warp(const unsigned *in, unsigned *out, unsigned *count, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
#if HOW
  int lane = threadIdx.x & 31;
#endif
  unsigned v = in[i];
  bool keep = (v & 255) < KEEP;
#if HOW == 0
  if (keep) out[atomicAdd(count, 1) % n] = v;
#elif HOW == 1
  unsigned m = __ballot_sync(~0u, keep), base = 0;
  if (lane == 0 && m) base = atomicAdd(count, __popc(m));
  base = __shfl_sync(~0u, base, 0);
  if (keep) out[(base + __popc(m & ((1u << lane) - 1))) % n] = v;
#else
  __shared__ unsigned w[8], start;
  unsigned m = __ballot_sync(~0u, keep);
  if (lane == 0) w[threadIdx.x / 32] = __popc(m);
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned s = 0;
    for (int k = 0; k < 8; k++) { unsigned c = w[k]; w[k] = s; s += c; }
    start = atomicAdd(count, s);
  }
  __syncthreads();
  if (keep) out[(start + w[threadIdx.x / 32] + __popc(m & ((1u << lane) - 1))) % n] = v;
#endif
}
