/* warpscope
title       = "A halo from the neighbour's shared memory"
question    = "Each block of a cluster keeps 256 numbers, and each thread wants its left and right neighbour's. The two at the edges lie in other blocks. What does it cost to fetch them there, and which two barriers of the cluster are needed?"
explanation = """
The first and the last thread read one word of another block: a request and a sector each, where a halo in the block's own memory would be loaded twice from global memory. At the ends of the cluster there is no neighbour to ask: HALO = 0 loads the halo from global memory, everywhere. \
cluster.sync() orders two things. The first: all words are written before a neighbour reads them, also those of a block that started late. The second: no block ends, and so gives up its shared memory, while a neighbour may still read there. Without it the read ends in a \
launch failure, or in nothing, as the blocks happen to run (bug_cluster_exit). \
Widely believed and false: "__syncthreads is enough, since I only read"."""
kernel = "halo"
grid   = 8
block  = 256
[params]
HALO = [1, 0]
[args]
in  = "mod:31[2048]"
out = "zero[2048]"
[check]
out = "halo_reference"
[lesson]
at     = "right = cluster.map_shared_rank((float *)mine, rank + 1)[0];"
access = "load"
turn   = 1
set    = { HALO = 1 }
answer = "{lanes lane} of the block reads another block's word: {requests request}, {sectors sector}."
*/
#include <cooperative_groups.h>

#ifndef HALO
#define HALO 1
#endif

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4) halo(const float *in, float *out) {
  __shared__ float mine[256];
  cg::cluster_group cluster = cg::this_cluster();
  int rank = cluster.block_rank(), t = threadIdx.x;
  int i = blockIdx.x * 256 + t, last = gridDim.x * 256 - 1;
  mine[t] = in[i];
  cluster.sync();

  float left = 0.0f, right = 0.0f;
  if (t > 0)
    left = mine[t - 1];
  else if (HALO && rank > 0)
    left = cluster.map_shared_rank((float *)mine, rank - 1)[255];
  else if (i > 0)
    left = in[i - 1];
  if (t < 255)
    right = mine[t + 1];
  else if (HALO && rank < 3)
    right = cluster.map_shared_rank((float *)mine, rank + 1)[0];
  else if (i < last)
    right = in[i + 1];
  out[i] = left + 2.0f * mine[t] + right;
  cluster.sync();  // a neighbour may still read here
}

__global__ void halo_reference(const float *in, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x, last = gridDim.x * 256 - 1;
  float left = i > 0 ? in[i - 1] : 0.0f, right = i < last ? in[i + 1] : 0.0f;
  out[i] = left + 2.0f * in[i] + right;
}
