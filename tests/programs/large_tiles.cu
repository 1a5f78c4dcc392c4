// A reduction over tiles of more than a warp, and cuBLAS's names with _v2.
// expect: 2016 6112
// expect: 14
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cublas_v2.h>

namespace cg = cooperative_groups;
__global__ void sums(int *out) {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  const int sum = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 2 * sizeof(int));
  sums<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", out[0], out[1]);
  cublasHandle_t handle;
  cublasCreate_v2(&handle);
  float *x, result;
  cudaMallocManaged(&x, 3 * sizeof(float));
  for (int i = 0; i < 3; ++i) x[i] = i + 1;
  cublasSdot_v2(handle, 3, x, 1, x, 1, &result);
  std::printf("%g\n", result);
  cublasDestroy_v2(handle);
  cudaFree(x);
  cudaFree(out);
}
