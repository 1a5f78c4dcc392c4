// Blocks of a cluster read, write and add in each other's shared memory: by cooperative groups, by PTX, with sizes that the
// kernel says and that the launch says.
// expect: ring 0 of 1024 wrong
// expect: sum 523776 523776
// expect: bins 0 of 256 wrong
// expect: rank 3 of 8, block 1 1 0, clusters 2 1, is one: 1
// expect: 2 clusters of 4 ranks
// expect: far 0 of 128 wrong
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

// Each block reads its right neighbour's words.
__global__ void __cluster_dims__(4, 1, 1) ring(int* out) {
  __shared__ int mine[128];
  auto cluster = cg::this_cluster();
  mine[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
  cluster.sync();
  const int* right = cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % cluster.num_blocks());
  out[blockIdx.x * 128 + threadIdx.x] = right[threadIdx.x];
  cluster.sync();
}

// All blocks add to rank 0's word; everyone reads it, by PTX.
__global__ void sum(unsigned* out) {
  __shared__ unsigned total;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) total = 0;
  cluster.sync();
  unsigned at;
  asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(at) : "r"((unsigned)__cvta_generic_to_shared(&total)));
  asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(at), "r"(blockIdx.x * blockDim.x + threadIdx.x) : "memory");
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
  unsigned value;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(at) : "memory");
  if (threadIdx.x == 0 && cluster.block_rank() == 1) *out = value;
  cluster.sync();
}

// A histogram whose bins are spread over the blocks.
__global__ void bins(const unsigned* data, unsigned n, unsigned* out) {
  __shared__ unsigned part[64];
  auto cluster = cg::this_cluster();
  for (unsigned i = threadIdx.x; i < 64; i += blockDim.x) part[i] = 0;
  cluster.sync();
  for (unsigned i = cluster.thread_rank(); i < n; i += cluster.num_threads())
    atomicAdd(cluster.map_shared_rank(&part[data[i] % 64], data[i] / 64), 1u);
  cluster.sync();
  for (unsigned i = threadIdx.x; i < 64; i += blockDim.x) out[cluster.block_rank() * 64 + i] = part[i];
}

__global__ void registers(unsigned* out) {
  unsigned rank, blocks, x, y, z, cx, cy, ex;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
  asm("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(x));
  asm("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(y));
  asm("mov.u32 %0, %%cluster_ctaid.z;" : "=r"(z));
  asm("mov.u32 %0, %%nclusterid.x;" : "=r"(cx));
  asm("mov.u32 %0, %%nclusterid.y;" : "=r"(cy));
  asm("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}" : "=r"(ex));
  if (blockIdx.x == 3 && blockIdx.y == 1 && blockIdx.z == 0 && threadIdx.x == 0) {
    const unsigned all[8] = {rank, blocks, x, y, z, cx, cy, ex};
    for (int i = 0; i < 8; ++i) out[i] = all[i];
  }
}

// Writes into the next block's memory, which that one then reads.
__global__ void __cluster_dims__(2) far(int* out) {
  __shared__ int box[64];
  auto cluster = cg::this_cluster();
  const unsigned other = cluster.block_rank() ^ 1;
  cluster.map_shared_rank(box, other)[threadIdx.x] = 100 * (int)other + threadIdx.x;
  cluster.barrier_arrive();
  cluster.barrier_wait();
  out[blockIdx.x * 64 + threadIdx.x] = box[threadIdx.x];
}

template <class... P, class... A> cudaError_t launch(void (*kernel)(P...), dim3 grid, dim3 block, dim3 cluster, A... arguments) {
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = cluster.x, attribute[0].val.clusterDim.y = cluster.y, attribute[0].val.clusterDim.z = cluster.z;
  config.attrs = attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, P(arguments)...);
}

int main() {
  int* out;
  cudaMallocManaged(&out, 4096);
  ring<<<8, 128>>>(out);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int b = 0; b < 8; ++b)
    for (int t = 0; t < 128; ++t) wrong += out[b * 128 + t] != (b / 4 * 4 + (b + 1) % 4) * 1000 + t;
  printf("ring %d of 1024 wrong\n", wrong);

  unsigned* total = (unsigned*)out;
  launch(sum, 8, 128, 8, total);
  cudaDeviceSynchronize();
  printf("sum %u %u\n", *total, 1023u * 1024u / 2);

  unsigned *data, *counts;
  cudaMallocManaged(&data, 4000 * sizeof *data);
  cudaMallocManaged(&counts, 256 * sizeof *counts);
  unsigned expected[256] = {};
  for (unsigned i = 0; i < 4000; ++i) ++expected[data[i] = i * i % 251 + i % 5];
  launch(bins, 4, 96, 4, data, 4000u, counts);
  cudaDeviceSynchronize();
  wrong = 0;
  for (int i = 0; i < 256; ++i) wrong += counts[i] != expected[i];
  printf("bins %d of 256 wrong\n", wrong);

  launch(registers, dim3(4, 2, 2), 32, dim3(2, 2, 2), total);
  cudaDeviceSynchronize();
  printf("rank %u of %u, block %u %u %u, clusters %u %u, is one: %u\n", total[0], total[1], total[2], total[3], total[4], total[5], total[6], total[7]);

  launch(registers, dim3(8, 2, 1), 32, dim3(4, 1, 1), total);
  cudaDeviceSynchronize();
  printf("%u clusters of %u ranks\n", total[5], total[1]);

  far<<<2, 64>>>(out);
  cudaDeviceSynchronize();
  wrong = 0;
  for (int i = 0; i < 128; ++i) wrong += out[i] != i / 64 * 100 + i % 64;
  printf("far %d of 128 wrong\n", wrong);
  cudaFree(out), cudaFree(data), cudaFree(counts);
}
