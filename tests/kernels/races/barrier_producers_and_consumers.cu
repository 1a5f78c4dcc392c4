/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[128]"
*/
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
// The programming guide's producers and consumers: four barriers, two buffers, the warps specialised. The last thread of a warp arrives for all
// of it where that is enough.
__global__ void specialised(const float *in, float *out) {
  __shared__ float buffer[2][32];
  __shared__ barrier ready[2], filled[2]; // buffers may be filled, have been filled
  unsigned t = threadIdx.x, lane = t % 32;
  if (t < 4) init(t < 2 ? ready + t : filled + (t - 2), 64);
  __syncthreads();
  if (t < 32) {
    for (int i = 0; i < 4; ++i) {
      ready[i % 2].arrive_and_wait();
      buffer[i % 2][lane] = in[(blockIdx.x * 32 + lane + 8 * i) % 128];
      filled[i % 2].arrive();
    }
  } else {
    ready[0].arrive();
    ready[1].arrive();
    float sum = 0;
    for (int i = 0; i < 4; ++i) {
      filled[i % 2].arrive_and_wait();
      sum += buffer[i % 2][31 - lane];
      __syncwarp();
      if (lane == 31) ready[i % 2].arrive(32);
    }
    out[blockIdx.x * 32 + lane] = sum;
  }
}
// expect no_hazards
// expect run: done
