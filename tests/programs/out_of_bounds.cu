// The last block writes behind the end, in the page that the buffer ends in: the GPU notices nothing, and we tell.
// expect: no error
// expect: no error
// find: out-of-bounds 9
#include <cstdio>

__global__ void fill(int *to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = i;
}

int main() {
  int *device;
  cudaMalloc(&device, 1000 * sizeof(int));
  fill<<<8, 128>>>(device, 1000);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("%s\n", cudaGetErrorString(cudaFree(device)));
}
