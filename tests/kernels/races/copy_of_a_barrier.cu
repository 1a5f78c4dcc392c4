/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[128]"
*/
#include <cuda/barrier>
// A copy bound to a barrier is there when the barrier lets its threads go on.
__global__ void staged(const float *in, float *out) {
  __shared__ float s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&s[t], &in[i], 4, bar);
  bar.arrive_and_wait();
  out[i] = s[63 - t];
}
// expect no_hazards
// expect run: done
