/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[128]"
*/
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
// What a thread does before it arrives lies behind every thread that has waited for the phase; its own work in between need not.
__global__ void split(const float *in, float *out) {
  __shared__ float s[64], own[64];
  __shared__ barrier bar;
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[t] = in[i];
  barrier::arrival_token token = bar.arrive();
  own[t] = in[i] * 2; // nobody else's
  bar.wait(std::move(token));
  out[i] = s[63 - t] + own[t];
}
// expect no_hazards
// expect run: done
