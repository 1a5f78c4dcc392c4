// Errors that a program asks for: the launch's own, sticky ones, and their texts.
// expect: cudaErrorInvalidValue: invalid argument
// expect: no error
// expect: cudaErrorMemoryAllocation
// expect: cudaErrorInvalidValue
// find: out-of-memory 18
// find: copy-size 25
#include <cstdio>

__global__ void nothing() {}

int main() {
  nothing<<<1, 4096>>>();
  cudaError_t error = cudaGetLastError();
  std::printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  void *large = nullptr;
  error = cudaMalloc(&large, 1ull << 45);
  std::printf("%s\n", cudaGetErrorName(error));
  cudaGetLastError();
  float host[64] = {};
  float *small = nullptr;
  cudaMalloc(&small, 64);

  error = cudaMemcpy(small, host, sizeof host, cudaMemcpyHostToDevice);
  std::printf("%s\n", cudaGetErrorName(error));
  cudaFree(small);
}
