/* warpscope
grid = 2
block = 128
shared = 512
[args]
in = "mod:7[256]"
out = "zero[1]"
*/
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int sum_of(cg::thread_group group, int *s, int v) {
  for (int half = group.size() / 2; half > 0; half /= 2) {
    s[group.thread_rank()] = v;
    group.sync(); //~ racy
    if (group.thread_rank() < half) v += s[group.thread_rank() + half];
    group.sync(); //~ racy
  }
  return v;
}
__global__ void reduce(const int *in, int *out) {
  extern __shared__ int s[];
  cg::thread_block block = cg::this_thread_block();
  int v = sum_of(block, s, in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (block.thread_rank() == 0) atomicAdd(out, v); //~ racy as: if (block.thread_rank() == 0) *out += v;
}
