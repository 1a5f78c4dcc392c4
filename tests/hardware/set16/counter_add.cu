/* warpscope
title  = "counter add"
kernel = "counter_add"
grid   = "N/256"
block  = 256
[params]
N = 1048576
HOW = [0, 1, 2]
[args]
in = "random:1[N]"
out = "zero[1024]"
*/
#ifndef N
#define N 1048576
#endif
#ifndef HOW
#define HOW 0
#endif

// 0: one counter for all, 1: the warp adds once, 2: 1024 counters by data
__global__ void counter_add(const unsigned *in, unsigned *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  unsigned v = in[i];
#if HOW == 0
  if (v & 1) atomicAdd(out, v & 255);
#elif HOW == 1
  unsigned s = __reduce_add_sync(0xffffffff, v & 1 ? v & 255 : 0);
  if (threadIdx.x % 32 == 0) atomicAdd(out, s);
#else
  if (v & 1) atomicAdd(&out[v >> 22], v & 255);
#endif
}
