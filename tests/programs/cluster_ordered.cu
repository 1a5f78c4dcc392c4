// Global memory that the blocks of a cluster pass to each other behind its barrier: nothing is found.
// check
// expect: 0 wrong, 0 wrong
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

// Each block doubles what its neighbour in the cluster has written.
__global__ void __cluster_dims__(2) pass_on(int* words, int* out) {
  unsigned i = blockIdx.x * 64 + threadIdx.x, other = (blockIdx.x ^ 1) * 64 + threadIdx.x;
  words[i] = i;
  cg::this_cluster().sync();
  out[i] = 2 * words[other];
}
// The same by the instructions: what is done between arriving and waiting is the block's own.
__global__ void __cluster_dims__(2) in_two_steps(int* words, int* out) {
  unsigned i = blockIdx.x * 64 + threadIdx.x, other = (blockIdx.x ^ 1) * 64 + threadIdx.x;
  words[i] = i;
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  int turned = threadIdx.x * 3;
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  out[i] = 2 * words[other] + turned - threadIdx.x * 3;
}
// A block of the cluster hands its words on through the shared memory of its neighbour, whose other warp reads
// what the first block wrote: known by two barriers.
__global__ void __cluster_dims__(2) through_both(int* words, int* out) {
  unsigned i = blockIdx.x * 64 + threadIdx.x;
  words[i] = i;
  cg::this_cluster().sync();
  __syncthreads();
  unsigned other = (blockIdx.x ^ 1) * 64 + (threadIdx.x + 32) % 64;
  int seen = words[other];
  cg::this_cluster().sync(); // before it is written again
  words[i] = i + seen;
  out[i] = 2 * seen;
}
int wrong(const int* out) {
  int count = 0;
  for (int i = 0; i < 256; i++) count += out[i] != 2 * (i ^ 64);
  return count;
}
int main() {
  int *words, *out;
  cudaMallocManaged(&words, 1024);
  cudaMallocManaged(&out, 1024);
  pass_on<<<4, 64>>>(words, out);
  cudaDeviceSynchronize();
  int first = wrong(out);
  in_two_steps<<<4, 64>>>(words, out);
  cudaDeviceSynchronize();
  printf("%d wrong, %d wrong\n", first, wrong(out));
  through_both<<<4, 64>>>(words, out);
  cudaDeviceSynchronize();
  cudaFree(words);
  cudaFree(out);
}
