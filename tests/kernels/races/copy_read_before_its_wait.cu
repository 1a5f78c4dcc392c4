/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[128]"
*/
#include <cuda_pipeline.h>
// The thread reads its own copy before it has waited; and a barrier is no wait.
__global__ void staged(const float *in, float *out) {
  __shared__ float s[64];
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4);
  __pipeline_commit();
  float own = s[t];          // expect hazard: RAW line=13 count=128
  __syncthreads();
  own += s[63 - t];          // expect hazard: RAW line=13 count=128
  __pipeline_wait_prior(0);
  out[i] = own;
}
// expect run: done
