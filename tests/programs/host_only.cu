// A program without a kernel.
// expect: 16 bytes on the device
#include <cstdio>

int main() {
  void *memory;
  cudaMalloc(&memory, 16);
  cudaFree(memory);
  std::puts("16 bytes on the device");
}
