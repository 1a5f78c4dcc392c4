/* warpscope
grid = 2
block = 64
[args]
data = "zero[64]"
flag = "zero[1]"
out = "zero[64]"
*/
#include <cuda/atomic>
// As release_and_acquire.cu, but relaxed: the flag races with nothing, what it should guard does.
__global__ void pass(int *data, int *flag, int *out) {
  unsigned t = threadIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    data[t] = 3 * t;
    __syncthreads();
    if (t == 0) ready.store(1, cuda::memory_order_relaxed);
  } else {
    if (t == 0)
      while (ready.load(cuda::memory_order_acquire) == 0) {
      }
    __syncthreads();
    out[t] = data[63 - t]; // expect hazard: RAW line=15 count=64
  }
}
// expect run: done
