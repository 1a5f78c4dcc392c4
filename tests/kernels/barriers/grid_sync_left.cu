/* warpscope
grid = [4]
block = 32
[args]
out = "zero[128]"
*/
#include <cooperative_groups.h>
// expect run: deadlock
__global__ void left(int *out) {
  if (blockIdx.x == 2) return; // the others wait for this block for ever
  cooperative_groups::this_grid().sync(); // expect fault: deadlock
  out[blockIdx.x * 32 + threadIdx.x] = 1;
}
