// A block of 2,048 threads never runs, and the program does not ask.
// expect: 0
// find: error-not-read 13
#include <cstdio>

__global__ void mark(int *to) { *to = 1; }

int main() {
  int *device, out = -1;
  cudaMalloc(&device, sizeof(int));
  cudaMemset(device, 0, sizeof(int));

  mark<<<1, 2048>>>(device);
  cudaMemcpy(&out, device, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d\n", out);
  cudaFree(device);
}
