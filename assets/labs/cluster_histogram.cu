/* warpscope
title       = "A histogram over the shared memory of a cluster"
question    = "4,096 bins are 16 KiB, and blocks that keep so much leave room for few. Four blocks of a cluster keep a quarter each and count in each other's shared memory. What does an addition in a neighbour's memory cost, beside one in one's own?"
explanation = """
Blocks of a cluster run at the same time on neighbouring multiprocessors, and each may read, write and add in the shared memory of all. An access to another block's memory is no bank access: it crosses a network and costs what an access to global memory would, a request and \
a sector for each 32 bytes that its lanes touch; bins drawn at random lie in a sector each. What stays inside costs wavefronts. WHERE = 1 keeps a whole histogram in each block, four times the memory, and adds the four at the end. \
Two barriers of the cluster are needed: nobody counts in a block that has not begun and cleared its bins, and nobody leaves while others still count in its memory. \
Widely believed and false: "distributed shared memory is as near as one's own"."""
kernel = "histogram"
grid   = 8
block  = 256
[params]
WHERE = [0, 1]
DATA  = [0, 1]
[args]
in  = "random:7[16384]"
out = "zero[4096]"
[check]
out = "histogram_reference"
[lesson]
at     = "atomicAdd(cluster.map_shared_rank("
access = "atomic"
turn   = 1
set    = { WHERE = 0, DATA = 0 }
answer = "{lanes lane} add in other blocks' memory: {sectors sector}, as if it were global memory."
*/
#include <cooperative_groups.h>

#ifndef WHERE
#define WHERE 0
#endif
#ifndef DATA
#define DATA 0  // 1: neighbours want neighbouring bins
#endif

#define BINS 4096
#define BLOCKS 4  // of a cluster
#define PART (WHERE == 0 ? BINS / BLOCKS : BINS)

namespace cg = cooperative_groups;

__device__ unsigned bin_of(const unsigned *in, unsigned i) {
  return DATA ? i % BINS : in[i] % BINS;
}

__global__ void __cluster_dims__(BLOCKS) histogram(const unsigned *in, unsigned *out) {
  __shared__ unsigned bins[PART];
  cg::cluster_group cluster = cg::this_cluster();
  for (unsigned i = threadIdx.x; i < PART; i += 256)
    bins[i] = 0;
  cluster.sync();  // all bins are cleared, and all blocks have begun

  unsigned first = blockIdx.x * 2048;
  for (unsigned i = threadIdx.x; i < 2048; i += 256) {
    unsigned bin = bin_of(in, first + i);
#if WHERE == 0
    if (bin / PART == cluster.block_rank())
      atomicAdd(&bins[bin % PART], 1u);
    else
      atomicAdd(cluster.map_shared_rank((unsigned *)bins, bin / PART) + bin % PART, 1u);
#else
    atomicAdd(&bins[bin], 1u);
#endif
  }
  cluster.sync();  // nobody counts any more in this block's bins
  unsigned offset = WHERE == 0 ? cluster.block_rank() * PART : 0;
  for (unsigned i = threadIdx.x; i < PART; i += 256)
    if (bins[i] != 0)
      atomicAdd(&out[offset + i], bins[i]);
}

__global__ void histogram_reference(const unsigned *in, unsigned *out) {
  for (unsigned i = threadIdx.x; i < 2048; i += 256)
    atomicAdd(&out[bin_of(in, blockIdx.x * 2048 + i)], 1u);
}
