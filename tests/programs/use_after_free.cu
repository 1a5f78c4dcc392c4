// A kernel writes to a buffer that was freed.
// expect: an illegal memory access was encountered
// find: use-after-free 6
#include <cstdio>

__global__ void write(int *to) { to[threadIdx.x] = 1; }

int main() {
  int *device;
  cudaMalloc(&device, 128);
  cudaFree(device);
  write<<<1, 32>>>(device);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
