/* warpscope
grid = 2
block = 64
[args]
in = "ramp[256]"
out = "zero[256]"
*/
// Two slots: what a round writes was read two rounds ago, so one barrier a round is enough.
__global__ void pipe(const int *in, int *out) {
  __shared__ int slot[2][32];
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, base = blockIdx.x * 128;
  for (unsigned round = 0; round < 4; ++round) {
    if (warp == 0) slot[round % 2][lane] = in[base + round * 32 + lane]; //~ racy uninit as: if (warp == 0) slot[0][lane] = in[base + round * 32 + lane];
    __syncthreads(); //~ racy
    if (warp == 1) out[base + round * 32 + lane] = slot[round % 2][31 - lane];
  }
}
