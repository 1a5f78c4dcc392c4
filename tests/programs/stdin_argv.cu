// Arguments and input.
// args: -n 5 "two words"
// stdin: 12 30
// expect: 3 arguments, the last is: two words
// expect: 12 + 30 = 42
#include <iostream>

__global__ void add(const int *a, int *sum) { *sum = a[0] + a[1]; }

int main(int argc, char **argv) {
  std::cout << argc - 1 << " arguments, the last is: " << argv[argc - 1] << "\n";
  int host[3] = {};
  std::cin >> host[0] >> host[1];
  int *device;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  add<<<1, 1>>>(device, device + 2);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  std::cout << host[0] << " + " << host[1] << " = " << host[2] << "\n";
  cudaFree(device);
}
