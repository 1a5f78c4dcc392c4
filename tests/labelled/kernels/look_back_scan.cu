/* warpscope
grid = 6
block = 32
[args]
in = "mod:7[192]"
prefix = "zero[6]"
ready = "zero[6]"
out = "zero[192]"
*/
// A chained scan: a block waits for the prefix of the one before it.
__global__ void scan(const int *in, int *prefix, int *ready, int *out) {
  unsigned lane = threadIdx.x, i = blockIdx.x * 32 + lane;
  int v = in[i], before = 0;
  for (int d = 1; d < 32; d *= 2) {
    int left = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += left;
  }
  if (lane == 31) {
    if (blockIdx.x > 0) {
      while (atomicAdd(ready + blockIdx.x - 1, 0) == 0) {} //~ clean as: while (*(volatile int *)(ready + blockIdx.x - 1) == 0) {}
      __threadfence(); //~ racy
      before = prefix[blockIdx.x - 1];
    }
    prefix[blockIdx.x] = before + v;
    __threadfence(); //~ racy //~ racy as: __threadfence_block();
    atomicExch(ready + blockIdx.x, 1); //~ racy as: ready[blockIdx.x] = 1;
  }
  out[i] = v + __shfl_sync(~0u, before, 31);
}
