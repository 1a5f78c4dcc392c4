// A failing assertion ends the launch with an error of its own; its line goes to stderr.
#include <cassert>
#include <cstdio>

__global__ void holds(int n) { assert(threadIdx.x < n); }

int main() {
  holds<<<1, 32>>>(32);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  holds<<<2, 32>>>(30);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
// expect: cudaSuccess
// expect: cudaErrorAssert
// find: assert 5
