/* warpscope
title       = "A sum over a cluster"
question    = "Eight blocks sum up 8,192 numbers. Through global memory each block adds its sum by an atomic; a cluster can add in one block's shared memory first. How many accesses leave the multiprocessor, and of which kind?"
explanation = """
With CLUSTER = 1 the atomic of each block goes into the shared memory of the cluster's first block: a request and a sector each, on the network between the multiprocessors, and one block writes the result with a plain store. It needs no buffer that somebody has cleared \
and no second launch, but two barriers of the cluster: the sum must be zero before anyone adds, and complete before it is read. Rank 0 adds in its own memory, which is a bank access like any other. With CLUSTER = 0 the eight atomics meet in L2 instead, in one sector of global memory. \
Either way there are 8: what a cluster saves is the way to L2, not the number of accesses."""
kernel = "sum"
grid   = 8
block  = 256
[params]
CLUSTER = [1, 0]
[args]
in    = "mod:13[8192]"
total = "zero[1]"
[check]
total = "sum_reference"
[lesson]
at     = "atomicAdd(&of_cluster, value);"
access = "atomic"
turn   = 1
set    = { CLUSTER = 1 }
answer = "{requests request} of {lanes lane}: {wavefronts wavefront} of its own shared memory; each other block asks for a sector of it, over the network."
*/
#include <cooperative_groups.h>

#ifndef CLUSTER
#define CLUSTER 1
#endif

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(8) sum(const unsigned *in, unsigned *total) {
  __shared__ unsigned of_warp[8];
  __shared__ unsigned of_cluster;
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  unsigned value = 0;
  for (int k = 0; k < 4; k++)
    value += in[(blockIdx.x * 4 + k) * 256 + t];
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(0xffffffff, value, step);
  if (t % 32 == 0)
    of_warp[t / 32] = value;
  if (t == 0)
    of_cluster = 0;
  cluster.sync();  // also a barrier of the block

  if (t < 8) {
    value = of_warp[t];
    for (int step = 4; step > 0; step /= 2)
      value += __shfl_down_sync(0xff, value, step);
    if (t == 0) {
#if CLUSTER
      if (cluster.block_rank() == 0)
        atomicAdd(&of_cluster, value);
      else
        atomicAdd(cluster.map_shared_rank((unsigned *)&of_cluster, 0), value);
#else
      atomicAdd(total, value);
#endif
    }
  }
  cluster.sync();
  if (CLUSTER && cluster.block_rank() == 0 && t == 0)
    *total = of_cluster;
}

// Whole numbers, so that the order of the sums does not matter.
__global__ void sum_reference(const unsigned *in, unsigned *total) {
  for (int k = 0; k < 4; k++)
    atomicAdd(total, in[(blockIdx.x * 4 + k) * 256 + threadIdx.x]);
}
