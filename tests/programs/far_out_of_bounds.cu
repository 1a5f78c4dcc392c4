// The last blocks write far behind the end, where no memory is; the error comes at the synchronisation and stays.
// expect: an illegal memory access was encountered
// expect: an illegal memory access was encountered
// find: out-of-bounds 9
#include <cstdio>

__global__ void fill(int *to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = i;
}

int main() {
  int *device;
  cudaMalloc(&device, 1000 * sizeof(int));
  fill<<<1 << 13, 1024>>>(device, 1000);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("%s\n", cudaGetErrorString(cudaFree(device)));
}
