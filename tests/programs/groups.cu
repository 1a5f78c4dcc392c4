// Cooperative groups beyond tiles: partitions, and shuffles and reductions of a struct.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;

struct Best {
  double value;
  int at;
};
__global__ void k(int* out, Best* best) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int lane = tile.thread_rank();
  auto parity = cg::binary_partition(tile, lane & 1);
  auto third = cg::labeled_partition(tile, lane % 3);
  auto eight = cg::tiled_partition(cg::thread_group(tile), 8);
  out[lane] = cg::reduce(parity, lane, cg::plus<int>());
  out[32 + lane] = third.meta_group_rank() * 100 + third.thread_rank();
  out[64 + lane] = eight.size() * 100 + eight.thread_rank();
  const Best mine = {1.0 / (1 + (lane * 7) % 32), lane};
  const Best found = cg::reduce(tile, mine, [](Best a, Best b) { return a.value < b.value ? a : b; });
  if (lane == 5) *best = found;
}

int main() {
  int* out;
  Best* best;
  cudaMallocManaged(&out, 96 * sizeof *out);
  cudaMallocManaged(&best, sizeof *best);
  k<<<1, 32>>>(out, best);
  cudaDeviceSynchronize();
  int wrong = 0, at = 0;
  for (int i = 0; i < 32; ++i) {
    wrong += out[i] != (i % 2 == 1 ? 256 : 240);
    wrong += out[32 + i] != i % 3 * 100 + i / 3;
    wrong += out[64 + i] != 800 + i % 8;
    if ((i * 7) % 32 == 31) at = i;
  }
  printf("%d wrong, %d\n", wrong, best->at - at);
  cudaFree(out);
  cudaFree(best);
}
// expect: 0 wrong, 0
