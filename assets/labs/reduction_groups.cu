/* warpscope
title       = "Block sum with cooperative groups"
question    = "The block is cut into tiles of SIZE threads, and each tile adds up what its threads hold. How many words must the tiles still exchange through shared memory?"
explanation = """
reduce() of a tile is what the shuffles did by hand, for tiles of 32, 16 or 8 threads; the type says who takes part, so no mask can be wrong. \
Each tile leaves one sum: a block of 256 threads has 8 tiles of 32 and exchanges 8 words, or 32 tiles of 8 and 32 words. \
Where the hardware adds integers across a warp in one instruction, reduce() uses it; for float it is the same shuffles."""
kernel = "reduction_groups"
grid   = "N/256"
block  = 256
[params]
SIZE = [32, 16, 8]
N    = [16384, 4096]
[args]
in  = "mod:16[N]"
out = "zero[N/256]"
[check]
out = "reduction_reference"
[lesson]
at     = "sum += of_tile[t];"
access = "load"
turn   = 1
set    = { SIZE = 32 }
answer = "Thread 0 reads {line_requests word} of shared memory, one for each tile of {SIZE} threads. Everything else went from register to register."
*/
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

#ifndef SIZE
#define SIZE 32
#endif

__global__ void reduction_groups(const float *in, float *out) {
  __shared__ float of_tile[256 / SIZE];
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<SIZE>(block);
  float mine = in[blockIdx.x * 256 + block.thread_rank()];
  float of_this = cg::reduce(tile, mine, cg::plus<float>());
  if (tile.thread_rank() == 0)
    of_tile[tile.meta_group_rank()] = of_this;
  block.sync();

  if (block.thread_rank() == 0) {
    float sum = 0.0f;
    for (int t = 0; t < 256 / SIZE; t++)
      sum += of_tile[t];
    out[blockIdx.x] = sum;
  }
}

// One thread of each block adds its elements one after another.
__global__ void reduction_reference(const float *in, float *out) {
  if (threadIdx.x != 0)
    return;
  float sum = 0.0f;
  for (int i = 0; i < 256; i++)
    sum += in[blockIdx.x * 256 + i];
  out[blockIdx.x] = sum;
}
