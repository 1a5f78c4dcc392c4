/* warpscope
title       = "Bug: a neighbour that has left"
question    = "Each block of a cluster reads the next block's shared memory, after a barrier of the cluster. The kernel ends there. Which block may be gone by then, and what does its memory hold?"
explanation = """
A block's shared memory is its own only as long as the block runs. Block 1 may have read, written its result and ended before block 0 reads from it: then another block, or nothing, lies there. The first cluster.sync() makes sure that every block has begun and has written; \
only a second one makes sure that none ends while it is still read. An H200 stops such a launch with an error when it notices; when the blocks happen to end late enough, the result is right. FIXED = 1 has the second barrier."""
kernel = "next_block"
grid   = 4
block  = 64
[params]
FIXED = [0, 1]
[args]
in  = "ramp[256]"
out = "zero[256]"
[check]
out = "next_block_reference"
[bug]
says = "of the cluster, which has ended"
when = "FIXED == 0"
[lesson]
at     = "out[i] = cluster.map_shared_rank((int *)mine, (cluster.block_rank() + 1) % 4)[t];"
access = "load"
turn   = 1
set    = { FIXED = 0 }
answer = "{lanes lane} read the next block's words, {sectors sector}, and no count tells that the last block has ended before its neighbour reads. FIXED = 1 makes it stay."
*/
#include <cooperative_groups.h>

#ifndef FIXED
#define FIXED 0
#endif

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4) next_block(const int *in, int *out) {
  __shared__ int mine[64];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  int i = blockIdx.x * 64 + t;
  mine[t] = in[i];
  cluster.sync();
  out[i] = cluster.map_shared_rank((int *)mine, (cluster.block_rank() + 1) % 4)[t];
#if FIXED
  cluster.sync();
#endif
}

__global__ void next_block_reference(const int *in, int *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = in[(blockIdx.x + 1) % 4 * 64 + threadIdx.x];
}
