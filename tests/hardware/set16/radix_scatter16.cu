/* warpscope
title  = "radix scatter16"
kernel = "radix_scatter16"
grid   = "N/256"
block  = 256
[params]
N = [4194304, 524288]
SHIFT = 4
[args]
in = "random:5[N]"
out = "zero[N]"
n = "N"
*/
#ifndef N
#define N 4194304
#endif
#ifndef SHIFT
#define SHIFT 4
#endif

// one block sorts its 256 keys by four bits (stable) and writes them out in that order
__global__ void radix_scatter16(const unsigned *in, unsigned *out, int n) {
  __shared__ unsigned key[256];
  __shared__ int w[8];
  int t = threadIdx.x, lane = t & 31;
  unsigned k = in[blockIdx.x * 256 + t];
  for (int bit = SHIFT; bit < SHIFT + 4; bit++) {
    bool one = k >> bit & 1;
    unsigned m = __ballot_sync(~0u, !one);
    if (lane == 0) w[t >> 5] = __popc(m);
    __syncthreads();
    int before = 0, zeros = 0;
    for (int j = 0; j < 8; j++) { if (j < t >> 5) before += w[j]; zeros += w[j]; }
    int z = before + __popc(m & ((1u << lane) - 1));
    key[one ? zeros + t - z : z] = k;
    __syncthreads();
    k = key[t];
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = k;
}
