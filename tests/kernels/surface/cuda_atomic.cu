/* warpscope
grid = 1
block = 64
[args]
counter = "zero[1]"
sum = "zero[1]"
*/
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/limits>
// expect run: done
// expect output: 64 2080.0 63 6
__global__ void count(int *counter, float *sum) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> largest;
  if (threadIdx.x == 0) largest = cuda::std::numeric_limits<int>::min();
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_device> c(*counter);
  c.fetch_add(1, cuda::std::memory_order_relaxed); // expect global_atomic: requests=2 sectors=64
  cuda::atomic_ref<float> s(*sum);
  s += threadIdx.x + 1.0f;
  largest.fetch_max((int)threadIdx.x); // expect shared_atomic: requests=2
  __syncthreads();
  cuda::std::array<int, 3> a = {1, 2, 3};
  if (threadIdx.x == 0) printf("%d %.1f %d %d\n", *counter, *sum, largest.load(), a[0] + a[1] + a[2]);
}
