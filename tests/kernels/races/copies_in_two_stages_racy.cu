/* warpscope
grid = 1
block = 64
[args]
in = "ramp[256]"
out = "zero[64]"
*/
#include <cuda_pipeline.h>
// As copies_in_two_stages.cu, but a buffer is filled again before everybody has read it.
__global__ void stages(const float *in, float *out) {
  __shared__ float s[2][64];
  unsigned t = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  for (int k = 0; k < 4; ++k) {
    if (k + 1 < 4) __pipeline_memcpy_async(&s[(k + 1) % 2][t], &in[(k + 1) * 64 + t], 4); // expect hazard: WAR line=21
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 2][63 - t];
  }
  out[t] = sum;
}
// expect run: done
