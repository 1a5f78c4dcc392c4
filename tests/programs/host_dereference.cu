// The commonest mistake: the host reads a device pointer.
// code: 139
// expect: before
// find: host-dereference 12
#include <cstdio>

int main() {
  int *device;
  cudaMalloc(&device, 64);
  std::printf("before\n");
  std::fflush(stdout);
  std::printf("%d\n", device[2]);
}
