/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
*/
#include <cassert>
__global__ void sure(int *out) {
  assert(threadIdx.x < 40);                     // expect fault: assert
  out[threadIdx.x] = 1;
}
// expect run: faulted
