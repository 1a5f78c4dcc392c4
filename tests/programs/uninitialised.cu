// The second buffer was never filled.
// check
// code: 1
// expect: 0
// find: uninitialised-read 8
#include <cstdio>

__global__ void add(const int *a, int *b) { b[threadIdx.x] += a[threadIdx.x]; }

int main() {
  int *a, *b, out;
  cudaMalloc(&a, 128);
  cudaMalloc(&b, 128);
  cudaMemset(a, 0, 128);
  add<<<1, 32>>>(a, b);
  cudaMemcpy(&out, b, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d\n", out);
  cudaFree(a), cudaFree(b);
}
