/* warpscope
kernel = "total"
grid = [8]
block = 64
[args]
in = "ramp[1024]"
partial = "zero[8]"
out = "zero[8]"
n = 1024
[check]
out = "total_plain"
*/
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// expect run: done
// Every block writes its sum, all wait for all, every block reads all sums: right only when the blocks are there together.
__global__ void total(const int *in, int *partial, int *out, int n) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  __shared__ int sum;
  if (block.thread_rank() == 0) sum = 0;
  cg::sync(block);
  for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size())
    atomicAdd(&sum, in[i]); // expect global_load: requests=32 sectors=128
  block.sync();
  if (block.thread_rank() == 0) partial[blockIdx.x] = sum; // expect global_store: requests=8 sectors=8
  grid.sync();
  if (block.thread_rank() < 8) atomicAdd(&out[blockIdx.x], partial[7 - block.thread_rank()]);
  grid.sync();
  if (block.thread_rank() == 0) partial[blockIdx.x] = -1;
}
__global__ void total_plain(const int *in, int *partial, int *out, int n) {
  if (threadIdx.x == 0) for (int i = 0; i < n; ++i) out[blockIdx.x] += in[i];
}
