/* warpscope
grid = 2
block = 64
[args]
in = "ramp[256]"
out = "zero[256]"
*/
// Warp 0 fills a buffer, warp 1 empties it; one slot, so both wait for each other.
__global__ void pipe(const int *in, int *out) {
  __shared__ int slot[32];
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (unsigned round = 0; round < 4; ++round) {
    if (warp == 0) slot[lane] = in[blockIdx.x * 128 + round * 32 + lane]; //~ racy as: slot[lane] = in[blockIdx.x * 128 + round * 32 + lane];
    __syncthreads(); //~ racy
    if (warp == 1) out[blockIdx.x * 128 + round * 32 + lane] = slot[31 - lane];
    __syncthreads(); //~ racy
  }
}
