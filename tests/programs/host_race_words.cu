// With --check each word is watched: the host may read what the kernel does not write, and nothing else.
// check
// code: 4
// find: host-race 18
// expect: 63 1
// expect: 1
#include <cstdio>

__global__ void fill(int *v) { v[threadIdx.x] = 1; }

int main() {
  int *v;
  cudaMallocManaged(&v, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) v[i] = i - 64;
  fill<<<1, 64>>>(v);
  int last = v[127];
  for (int i = 64; i < 128; ++i) v[i] += 1;
  int first = v[0];
  cudaDeviceSynchronize();
  printf("%d %d\n", last, first);
  printf("%d\n", v[1]);
  cudaFree(v);
}
