// expect: invalid argument
// find: double-free 10
#include <cstdio>

int main() {
  int *device;
  cudaMalloc(&device, 128);

  cudaFree(device);
  const cudaError_t error = cudaFree(device);
  std::printf("%s\n", cudaGetErrorString(error));
}
