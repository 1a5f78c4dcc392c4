/* warpscope
grid = 2
block = 64
[args]
in = "ramp[128]"
out = "zero[128]"
*/
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
// As barrier_copies_of_two.cu, but the second copy is read behind the first's barrier.
__global__ void stages(const float *in, float *out) {
  __shared__ float a[64], b[64];
  __shared__ barrier first, second;
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) init(&first, blockDim.x), init(&second, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&a[t], &in[i], 4, first);
  cuda::memcpy_async(&b[t], &in[127 - i], 4, second);
  auto of_first = first.arrive(), of_second = second.arrive();
  first.wait(std::move(of_first));
  float sum = a[63 - t] + b[63 - t]; // expect hazard: RAW line=18 count=128
  sum += b[t]; // expect hazard: RAW line=18 count=128
  second.wait(std::move(of_second));
  out[i] = sum;
}
// expect run: done
