/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[128]"
*/
#include <cuda/barrier>
// As copy_of_a_barrier.cu, but read before the barrier is waited for.
__global__ void staged(const float *in, float *out) {
  __shared__ float s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&s[t], &in[i], 4, bar);
  out[i] = s[63 - t] + s[t]; // expect hazard: RAW line=16
  bar.arrive_and_wait();
}
// expect run: done
