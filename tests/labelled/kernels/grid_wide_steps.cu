/* warpscope
grid = 4
block = 32
[args]
a = "mod:7[128]"
b = "zero[128]"
*/
#include <cooperative_groups.h>
// Two steps over the whole array: between them every block waits for all.
__global__ void steps(float *a, float *b) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  unsigned i = blockIdx.x * 32 + threadIdx.x;
  for (int step = 0; step < 2; ++step) {
    b[i] = a[(i + 1) % 128] + a[(i + 127) % 128];
    grid.sync(); //~ racy //~ racy as: __syncthreads(); //~ racy as: __threadfence();
    a[i] = b[i] * 0.5f;
    grid.sync(); //~ racy
  }
}
