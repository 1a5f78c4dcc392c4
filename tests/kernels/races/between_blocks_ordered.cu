/* warpscope
grid = 3
block = 64
[args]
cells = "zero[192]"
sum = "zero[1]"
out = "zero[192]"
*/
#include <cooperative_groups.h>

// The twin of between_blocks.cu: a grid barrier orders all blocks, and atomics race with no atomic.
__global__ void neighbours(int *cells, int *sum, int *out) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  for (int step = 0; step < 3; ++step) {
    cells[i] = i + step;
    atomicAdd(sum, 1);
    grid.sync();
    int v = cells[(i + 64) % 192];
    if (t == 0) v += *sum;
    out[i] = v;
    grid.sync();
  }
}
// expect no_hazards
// expect run: done
