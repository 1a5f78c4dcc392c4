/* warpscope
grid = 2
block = 64
[args]
in = "mod:7[128]"
out = "zero[16]"
*/
// Eight threads a tile: a tile's sync orders its threads and nobody else's.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void reduce(const int *in, int *out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  unsigned t = threadIdx.x, base = t - tile.thread_rank();
  s[t] = in[blockIdx.x * 64 + t];
  tile.sync(); //~ racy
  for (int half = 4; half > 0; half /= 2) {
    if (tile.thread_rank() < half) s[t] += s[t + half]; //~ racy as: if (tile.thread_rank() < half) s[t] += s[(t + 8 * half) % 64];
    tile.sync(); //~ racy
  }
  if (tile.thread_rank() == 0) out[blockIdx.x * 8 + t / 8] = s[base]; //~ racy as: if (tile.thread_rank() == 0) out[blockIdx.x * 8 + t / 8] = s[base ^ 8];
}
