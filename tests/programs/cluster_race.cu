// Another block's shared memory read before the barrier of the cluster, and with it left out before the block ends.
// check
// code: 1
// find: race 14
// find: out-of-bounds 35
// find: out-of-bounds 45
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) early(int* out) {
  __shared__ int mine[32];
  auto cluster = cg::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
}

// As it is right.
__global__ void __cluster_dims__(2) right(int* out) {
  __shared__ int mine[32];
  auto cluster = cg::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
}

// Block 1 reads block 0's word, which may have ended.
__global__ void __cluster_dims__(2) late(int* out) {
  __shared__ int mine[32];
  auto cluster = cg::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  cluster.sync();
  if (cluster.block_rank() == 1)
    out[threadIdx.x] = cluster.map_shared_rank(mine, 0)[threadIdx.x];
}

// Block 0 waits for a word of block 1, which has ended long since.
__global__ void __cluster_dims__(2) gone(int* out) {
  __shared__ int mine[32];
  auto cluster = cg::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  cluster.sync();
  if (cluster.block_rank() == 0)
    out[threadIdx.x] = cluster.map_shared_rank(mine, 1)[threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 256);
  early<<<2, 32>>>(out);
  right<<<2, 32>>>(out);
  late<<<2, 32>>>(out);
  gone<<<2, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
