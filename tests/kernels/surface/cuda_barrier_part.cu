/* warpscope
grid = 1
block = 64
*/
#include <cuda/barrier>
// expect run: faulted
__global__ void part() {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 32); // expect fault: assert
}
