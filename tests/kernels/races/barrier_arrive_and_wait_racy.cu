/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[128]"
*/
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
// As barrier_arrive_and_wait.cu, but what others read is written behind the arrival, and read before the wait.
__global__ void split(const float *in, float *out) {
  __shared__ float s[64], own[64];
  __shared__ barrier bar;
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[t] = in[i];
  barrier::arrival_token token = bar.arrive();
  own[t] = in[i] * 2;
  float early = s[63 - t]; // expect hazard: RAW line=17 count=128
  bar.wait(std::move(token));
  out[i] = early + own[63 - t]; // expect hazard: RAW line=19 count=128
}
// expect run: done
