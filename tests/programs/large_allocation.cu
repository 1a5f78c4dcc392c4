// 2 GB on the device, of which a few bytes are used.
// expect: 1 2
#include <cstdio>

__global__ void ends(char *to, size_t last) {
  to[0] = 1;
  to[last] = 2;
}

int main() {
  const size_t bytes = 2ull << 30;
  char *device = nullptr, out[2] = {};
  if (cudaMalloc(&device, bytes) != cudaSuccess) return 1;
  ends<<<1, 1>>>(device, bytes - 1);
  cudaMemcpy(out, device, 1, cudaMemcpyDeviceToHost);
  cudaMemcpy(out + 1, device + bytes - 1, 1, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", out[0], out[1]);
  cudaFree(device);
}
