/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[128]"
*/
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
// The barrier is used before all threads know that it has been set up.
__global__ void early(const float *in, float *out) {
  __shared__ float s[64];
  __shared__ barrier bar;
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) init(&bar, blockDim.x);
  s[t] = in[i];
  bar.arrive_and_wait(); // expect hazard: RAW line=15
  out[i] = s[63 - t];
}
// expect run: done
