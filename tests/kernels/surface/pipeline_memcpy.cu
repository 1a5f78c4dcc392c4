/* warpscope
grid = 1
block = 32
[args]
in = "ramp[256]"
out = "zero[256]"
[check]
out = "plain"
*/
#include <cuda_pipeline.h>
// expect run: done
__global__ void staged(const float4 *in, float4 *out) {
  __shared__ float4 buffer[2][32];
  for (int stage = 0; stage < 2; ++stage) {
    __pipeline_memcpy_async(&buffer[stage][threadIdx.x], &in[stage * 32 + threadIdx.x], sizeof(float4)); // expect global_load: requests=2 sectors=32
    __pipeline_commit();
  }
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int stage = 0; stage < 2; ++stage)
    out[stage * 32 + threadIdx.x] = buffer[stage][31 - threadIdx.x]; // expect shared_load: requests=2 wavefronts=8
}
__global__ void plain(const float4 *in, float4 *out) {
  for (int stage = 0; stage < 2; ++stage) out[stage * 32 + threadIdx.x] = in[stage * 32 + 31 - threadIdx.x];
}
