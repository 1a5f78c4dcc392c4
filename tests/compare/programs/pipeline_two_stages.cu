/* warpscope
grid = 4
block = 128
[args]
in = "ramp[4096]"
out = "zero[512]"
steps = 8
*/
#include <cuda_pipeline.h>
__global__ void staged(const float *in, float *out, int steps) {
  __shared__ float buffer[2][128];
  const float *mine = in + blockIdx.x * 128 * steps + threadIdx.x;
  __pipeline_memcpy_async(&buffer[0][threadIdx.x], mine, 4);
  __pipeline_commit();
  float sum = 0;
  for (int s = 0; s < steps; ++s) {
    if (s + 1 < steps) __pipeline_memcpy_async(&buffer[(s + 1) & 1][threadIdx.x], mine + (s + 1) * 128, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += buffer[s & 1][127 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}
