// A kernel and the host that update one word at the same time, with atomics of system scope: nothing is found.
// expect: 65
#include <cstdio>

__global__ void add(int *v) { atomicAdd_system(v, 1); }

int main() {
  int *v;
  cudaMallocManaged(&v, 4);
  *v = 0;
  add<<<1, 64>>>(v);
  __sync_fetch_and_add(v, 1);
  cudaDeviceSynchronize();
  printf("%d\n", *v);
  cudaFree(v);
}
