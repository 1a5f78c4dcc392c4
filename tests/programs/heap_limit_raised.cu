// A larger heap, asked for before any kernel takes of it.
// expect: 0 67108864
// expect: 0
#include <cstdio>

__global__ void take(int *failed) {
  char *p = static_cast<char *>(malloc(1 << 20));
  if (p == nullptr) atomicAdd(failed, 1);
  else p[1 << 19] = 1, free(p);
}

int main() {
  int *failed;
  size_t bytes = 0;
  int error = cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20);
  cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize);
  printf("%d %zu\n", error, bytes);
  cudaMallocManaged(&failed, 4);
  take<<<1, 32>>>(failed);
  cudaDeviceSynchronize();
  printf("%d\n", *failed);
  cudaFree(failed);
}
