/* warpscope
title  = "shared hog"
kernel = "shared_hog"
grid   = "BLOCKS"
block  = 128
[params]
BLOCKS = 2112
LEN = 4096
KB = [1, 24, 44]
[args]
in = "random:1[BLOCKS*LEN]"
out = "zero[BLOCKS*LEN]"
*/
#ifndef BLOCKS
#define BLOCKS 2112
#endif
#ifndef LEN
#define LEN 4096
#endif
#ifndef KB
#define KB 1
#endif

// the same work with ever more shared memory a block, so fewer blocks at a time
__global__ void shared_hog(const float *in, float *out) {
  __shared__ float s[KB * 256];
  size_t base = (size_t)blockIdx.x * LEN;
  for (int k = threadIdx.x; k < LEN; k += 128) {
    int slot = k % (KB * 256);
    s[slot] = in[base + k];
    __syncwarp();
    out[base + k] = s[slot ^ 1] * 2.0f;
    __syncwarp();
  }
}
