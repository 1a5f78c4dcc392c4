// What kernels print appears at the synchronisation, before what the host prints behind it.
// expect: host first
// expect: thread 0 of block 0: 1.50
// expect: thread 1 of block 0: 2.50
// expect: host last
#include <cstdio>

__global__ void say(float x) {
  printf("thread %d of block %d: %.2f\n", threadIdx.x, blockIdx.x, x + threadIdx.x);
}

int main() {
  std::printf("host first\n");
  say<<<1, 2>>>(1.5f);
  cudaDeviceSynchronize();
  std::printf("host last\n");
}
