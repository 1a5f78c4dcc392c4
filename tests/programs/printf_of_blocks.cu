// Blocks that fit on the device together print beside each other: every block's first line comes before any second
// one (as on an H200), and a grid's barrier keeps what is printed before it before it.
#include <cooperative_groups.h>
#include <cstdio>

__global__ void lines() {
  printf("first of block %d\n", blockIdx.x);
  printf("second of block %d\n", blockIdx.x);
}
__global__ void phases() {
  if (threadIdx.x == 0) printf("before: %d\n", blockIdx.x);
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0) printf("after: %d\n", blockIdx.x);
}

int main() {
  lines<<<2, 1>>>();
  cudaDeviceSynchronize();
// expect: first of block 0
// expect: first of block 1
// expect: second of block 0
// expect: second of block 1
  cudaLaunchCooperativeKernel((void *)phases, dim3(2), dim3(32), nullptr, 0, nullptr);
  cudaDeviceSynchronize();
// expect: before: 0
// expect: before: 1
// expect: after: 0
// expect: after: 1
}
