// A kernel that never ends, between two that do.
// limit: 3
// code: 124
// find: limit 16
__global__ void once(int *to) { *to += 1; }
__global__ void never(volatile int *to) {
  while (*to >= 0) {
  }
}

int main() {
  int *device;
  cudaMalloc(&device, sizeof(int));
  cudaMemset(device, 0, sizeof(int));
  once<<<1, 1>>>(device);
  never<<<1, 1>>>(device);
  once<<<1, 1>>>(device);
  cudaDeviceSynchronize();
}
