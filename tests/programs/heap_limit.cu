// cudaLimitMallocHeapSize is honoured: by default 8 MiB, afterwards no more.
// find: heap-limit 22
// expect: 8388608
// expect: some are null
// expect: 1
#include <cstdio>

__global__ void take(int *failed) {
  void *p = malloc(1 << 20);
  if (p == nullptr) atomicAdd(failed, 1);
}

int main() {
  int *failed;
  size_t bytes = 0;
  cudaMallocManaged(&failed, 4);
  cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize);
  printf("%zu\n", bytes);
  take<<<1, 32>>>(failed);
  cudaDeviceSynchronize();
  printf(*failed > 20 && *failed < 32 ? "some are null\n" : "%d are null\n", *failed);
  printf("%d\n", cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  cudaGetLastError();
  cudaFree(failed);
}
