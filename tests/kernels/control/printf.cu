/* warpscope
grid = 2
block = 32
[args]
n = 7
*/
#include <cstdio>
__global__ void speak(int n) {
  if (threadIdx.x == 3) printf("block %d of %d: %5.2f %s\n", blockIdx.x, gridDim.x, n / 2.0, "end");
}
// expect output: block 0 of 2:  3.50 end
// expect run: done
