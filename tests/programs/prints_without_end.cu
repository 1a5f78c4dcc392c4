// A kernel that prints for ever ends with the program's time.
// code: 124
// limit: 2
// find: limit 11
#include <cstdio>

__global__ void prints() {
  for (int i = 0;; ++i) printf("line %d\n", i);
}
int main() {
  prints<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
