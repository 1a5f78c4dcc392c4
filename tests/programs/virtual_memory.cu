// Three GiB in buffers of which two bytes are touched; no more are to be had.
// expect: 0 0 2
// expect: 1 2
// find: out-of-memory 13
#include <cstdio>

__global__ void touch(char *p, size_t last) { p[0] = 1, p[last] = 2; }

int main() {
  char *two, *one, *more, seen[2];
  const size_t gib = size_t{1} << 30;
  int first = cudaMalloc(&two, 2 * gib), second = cudaMalloc(&one, gib);
  int third = cudaMalloc(&more, 1 << 20);
  std::printf("%d %d %d\n", first, second, third);
  touch<<<1, 1>>>(two, 2 * gib - 1);
  cudaMemcpy(seen, two, 1, cudaMemcpyDeviceToHost);
  cudaMemcpy(seen + 1, two + 2 * gib - 1, 1, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", seen[0], seen[1]);
  cudaFree(one), cudaFree(two);
  cudaGetLastError();
}
