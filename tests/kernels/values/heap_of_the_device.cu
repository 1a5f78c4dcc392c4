/* warpscope
kernel = "k"
grid  = 2
block = 32
[args]
out = "zero[64]"
*/
// malloc and free in a kernel: blocks and lanes get places of their own, and what is given back is given again.
#include <cstdio>
__global__ void k(int *out) {
  int *mine = (int *)malloc(3 * sizeof(int));
  mine[0] = threadIdx.x, mine[2] = blockIdx.x * 100;
  __syncthreads();
  const int sum = mine[0] + mine[2];
  free(mine);
  int *again = (int *)malloc(3 * sizeof(int));
  out[blockIdx.x * 32 + threadIdx.x] = sum;
  if (blockIdx.x == 1 && threadIdx.x == 31) printf("%d %d\n", sum, again != nullptr); // expect output: 131 1
  free(again);
}
// expect run: done
