/* warpscope
grid = 2
block = 64
[args]
in = "mod:5[128]"
out = "zero[16]"
[check]
out = "plain"
*/
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
// expect run: done
__global__ void tiles(const int *in, int *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  const int value = in[blockIdx.x * blockDim.x + block.thread_rank()]; // expect global_load: requests=4 sectors=16
  const int sum = cg::reduce(tile, value, cg::plus<int>());
  if (tile.thread_rank() == 0)
    out[blockIdx.x * tile.meta_group_size() + tile.meta_group_rank()] = sum; // expect global_store: requests=4 sectors=4
}
__global__ void plain(const int *in, int *out) {
  if (threadIdx.x % 8 != 0) return;
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += in[blockIdx.x * 64 + threadIdx.x + i];
  out[blockIdx.x * 8 + threadIdx.x / 8] = sum;
}
