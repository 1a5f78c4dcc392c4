// A function for both sides that calls one of the host, as nvcc allows: a kernel that never comes there runs, one that
// does faults.
// expect: 42 -6 kept 3
// expect: log negative
// expect: unspecified launch failure
// find: trap 12
#include <cstdio>
#include <stdexcept>
#include <string>
void log_it(const char *what) { std::printf("log %s\n", what); }
__host__ __device__ int twice(int x) {
  if (x < 0) log_it("negative");
  return 2 * x;
}
__host__ __device__ int kept(const std::string &s) { return (int)s.size(); }
__global__ void k(int *o, int x) { *o = twice(x); }
int main() {
  int *o, h = 0;
  cudaMalloc(&o, 4);
  k<<<1, 1>>>(o, 21);
  cudaMemcpy(&h, o, 4, cudaMemcpyDeviceToHost);
  std::printf("%d %d kept %d\n", h, -6, kept("abc"));
  twice(-3);
  k<<<1, 1>>>(o, -1);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
