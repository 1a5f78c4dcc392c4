/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[128]"
*/
#include <cuda_pipeline.h>
// A copy is there for its own thread behind the wait, for others behind the wait and a barrier.
__global__ void staged(const float *in, float *out) {
  __shared__ float s[64];
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  float own = s[t];
  __syncthreads();
  out[i] = own + s[63 - t];
}
// expect no_hazards
// expect run: done
