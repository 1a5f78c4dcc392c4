#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void reduce_grid(const float* in, float* partial, float* out, int n) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  extern __shared__ float s[];
  float v = 0;
  for (size_t i = grid.thread_rank(); i < n; i += grid.size()) v += in[i];
  s[block.thread_rank()] = v;
  cg::sync(block);
  for (int i = block.size() / 2; i > 0; i >>= 1) {
    if (block.thread_rank() < i) s[block.thread_rank()] += s[block.thread_rank() + i];
    block.sync();
  }
  if (block.thread_rank() == 0) partial[blockIdx.x] = s[0];
  grid.sync();
  if (grid.thread_rank() == 0) {
    float t = 0;
    for (int b = 0; b < gridDim.x; ++b) t += partial[b];
    *out = t;
  }
}
int main() {
  int n = 1 << 14;
  float *in, *partial, *out;
  cudaMalloc(&in, n * sizeof(float)); cudaMalloc(&partial, 16 * sizeof(float)); cudaMalloc(&out, sizeof(float));
  void* args[] = {&in, &partial, &out, &n};
  cudaLaunchCooperativeKernel((void*)reduce_grid, dim3(16), dim3(256), args, 256 * sizeof(float), 0);
  cudaDeviceSynchronize();
}
