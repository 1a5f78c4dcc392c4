/* warpscope
title  = "find first block"
kernel = "find_first_block"
grid   = "BLOCKS"
block  = 256
[params]
BLOCKS = [8192, 1024]
LEN = 4096
RARE = [256, 16384]
[args]
in = "random:1[BLOCKS*LEN]"
out = "zero[BLOCKS]"
*/
#ifndef BLOCKS
#define BLOCKS 8192
#endif
#ifndef LEN
#define LEN 4096
#endif
#ifndef RARE
#define RARE 256
#endif

// the first value of each piece that is a multiple of RARE; blocks stop when somebody has it
__global__ void find_first_block(const unsigned *in, int *out) {
  __shared__ int found;
  if (threadIdx.x == 0) found = LEN;
  __syncthreads();
  for (int k = threadIdx.x; k < LEN; k += 256) {
    bool hit = (in[(size_t)blockIdx.x * LEN + k] & (RARE - 1)) == 0;
    if (hit) atomicMin(&found, k);
    if (__syncthreads_or(hit)) break;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = found;
}
