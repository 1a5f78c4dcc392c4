// Asynchronous copies from and to pinned and registered memory that the host touches before it waited.
// find: host-race 17
// find: host-race 21
// find: host-race 25
// find: host-race 32
// expect: 0
// expect: 5 6
#include <cstdio>
#include <cstdlib>
#include <cstring>

int main() {
  int *h, *d, *e;
  cudaMallocHost(&h, 4096), cudaMalloc(&d, 4096), cudaMalloc(&e, 1 << 16);
  memset(h, 0, 4096);
  cudaMemcpyAsync(d, h, 4096, cudaMemcpyHostToDevice);
  h[7] = 5;  // it may be copied before or after
  cudaDeviceSynchronize();
  cudaMemset(d, 0, 4096);
  cudaMemcpyAsync(h, d, 4096, cudaMemcpyDeviceToHost);
  printf("%d\n", h[7]);
  fflush(stdout);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(h, d, 4096, cudaMemcpyDeviceToHost);
  if (fwrite(h, 1, 0, stdout) != 0 || fwrite(h, 1, 4096, fopen("/dev/null", "r")) != 0) return 1;
  cudaDeviceSynchronize();
  int *r = static_cast<int *>(malloc(1 << 16));
  cudaHostRegister(r, 1 << 16, cudaHostRegisterDefault);
  r[5000] = 5;
  cudaMemcpyAsync(d, r + 5000, 4, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(e, r, 1 << 16, cudaMemcpyHostToDevice);
  r[5000] += 1;
  cudaDeviceSynchronize();
  cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], r[5000]);
  cudaHostUnregister(r), free(r), cudaFreeHost(h), cudaFree(d), cudaFree(e);
}
