/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[128]"
*/
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
// As barrier_arrive_and_drop.cu without its second phase, and those that drop out write once more.
__global__ void drop(const float *in, float *out) {
  __shared__ float s[64];
  __shared__ barrier bar;
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[t] = in[i];
  if (t % 2) {
    bar.arrive_and_drop();
    s[t] = 0;
    return;
  }
  bar.arrive_and_wait();
  float other = s[t + 1]; // expect hazard: RAW line=20 count=64
  s[62 - t] = other;
  bar.arrive_and_wait();
  out[i] = s[t];
}
// expect run: done
