// A kernel that speaks with the host through mapped memory: the host may look while it runs.
// expect: 42
#include <cstdio>

__global__ void answer(volatile int *flag, int *data) {
  *data = 42;
  __threadfence_system();
  *flag = 1;
}

int main() {
  int *flag, *data;
  cudaHostAlloc(&flag, 4, cudaHostAllocMapped), cudaHostAlloc(&data, 4, cudaHostAllocMapped);
  *flag = 0;
  answer<<<1, 1>>>(flag, data);
  while (*static_cast<volatile int *>(flag) == 0) {
  }
  printf("%d\n", *data);
  cudaDeviceSynchronize();
  cudaFreeHost(flag), cudaFreeHost(data);
}
