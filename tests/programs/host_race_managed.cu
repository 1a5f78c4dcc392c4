// Managed memory read, and changed, before anything waited for the kernel: each is told once.
// find: host-race 17
// find: host-race 22
// expect: 25
// expect: 36
// expect: 49 1
#include <cstdio>

__global__ void square(int *v) { v[threadIdx.x] *= v[threadIdx.x]; }
__global__ void sum(const int *v, int *out) { atomicAdd(out, v[threadIdx.x]); }

int main() {
  int *v, *out;
  cudaMallocManaged(&v, 64 * sizeof(int)), cudaMallocManaged(&out, sizeof(int));
  for (int i = 0; i < 64; ++i) v[i] = i;
  square<<<1, 64>>>(v);
  printf("%d\n", v[5]);  // too early
  printf("%d\n", v[6]);
  cudaDeviceSynchronize();
  *out = 0;
  sum<<<1, 64>>>(v, out);
  v[8] = 1;  // too early: the kernel may still read it
  cudaDeviceSynchronize();
  printf("%d %d\n", v[7], v[8]);
  cudaFree(v), cudaFree(out);
}
