/* warpscope
grid = 2
block = 64
*/
#include <cuda/barrier>
// expect run: faulted
__global__ void many() {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 32);
  __syncthreads();
  bar.arrive(3); // expect fault: assert
}
