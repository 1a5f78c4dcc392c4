/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[128]"
*/
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
// Half of the threads take part in the first phase only.
__global__ void drop(const float *in, float *out) {
  __shared__ float s[64];
  __shared__ barrier bar;
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[t] = in[i];
  if (t % 2) {
    bar.arrive_and_drop();
    return;
  }
  bar.arrive_and_wait();
  float other = s[t + 1];
  bar.arrive_and_wait(); // 32 threads
  s[62 - t] = other;
  bar.arrive_and_wait();
  out[i] = s[t];
}
// expect no_hazards
// expect run: done
