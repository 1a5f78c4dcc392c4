/* warpscope
grid = 2
block = 64
[args]
in = "mod:7[512]"
out = "zero[128]"
*/
#include <cuda_pipeline.h>
// Two stages: the next tile is on its way while this one is added.
__global__ void add(const int *in, int *out) {
  __shared__ int s[2][64];
  unsigned t = threadIdx.x, base = blockIdx.x * 256;
  __pipeline_memcpy_async(&s[0][t], in + base + t, 4);
  __pipeline_commit();
  int sum = 0;
  for (unsigned p = 0; p < 4; ++p) {
    if (p + 1 < 4) __pipeline_memcpy_async(&s[(p + 1) % 2][t], in + base + (p + 1) * 64 + t, 4); //~ racy uninit as: if (p + 1 < 4) __pipeline_memcpy_async(&s[0][t], in + base + (p + 1) * 64 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1); //~ racy //~ racy as: __pipeline_wait_prior(2); //~ clean as: __pipeline_wait_prior(0);
    __syncthreads(); //~ racy
    sum += s[p % 2][63 - t];
    __syncthreads(); //~ racy
  }
  out[blockIdx.x * 64 + t] = sum;
}
