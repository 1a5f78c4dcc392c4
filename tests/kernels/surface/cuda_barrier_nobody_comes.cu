/* warpscope
grid = 2
block = 64
*/
#include <cuda/barrier>
// expect run: deadlock
__global__ void few() {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  if (threadIdx.x == 5) return; // since it is gone, nobody arrives for it: a cuda::barrier counts arrivals, not threads
  bar.arrive_and_wait(); // expect fault: deadlock
}
