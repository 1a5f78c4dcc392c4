// Managed memory: both sides use one pointer; a __managed__ variable.
// expect: 0 2 4 6
// expect: total 12, calls 2
#include <cstdio>

__managed__ int calls = 0;

__global__ void twice(int *data, int *total) {
  data[threadIdx.x] = 2 * threadIdx.x;
  atomicAdd(total, data[threadIdx.x]);
  if (threadIdx.x == 0) calls += 1;
}

int main() {
  int *data, *total;
  cudaMallocManaged(&data, 4 * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  for (int round = 0; round < 2; ++round) {
    *total = 0;
    twice<<<1, 4>>>(data, total);
    cudaDeviceSynchronize();
  }
  std::printf("%d %d %d %d\ntotal %d, calls %d\n", data[0], data[1], data[2], data[3], *total, calls);
  cudaFree(data), cudaFree(total);
}
