// __constant__ and __device__ variables by their symbols, both ways.
// expect: 1 4 10 20
// expect: back 1 2 3 4, counted 4
#include <cstdio>

__constant__ int weights[4];
__device__ int counted;

__global__ void weigh(int *to) {
  int sum = 0;
  for (unsigned i = 0; i <= threadIdx.x; ++i) sum += weights[i] * (threadIdx.x + 1 - i);
  to[threadIdx.x] = sum;
  atomicAdd(&counted, 1);
}

int main() {
  const int host[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(weights, host, sizeof host);
  const int zero = 0;
  cudaMemcpyToSymbol(counted, &zero, sizeof zero);
  int *device, out[4], back[4] = {}, count = 0;
  cudaMalloc(&device, sizeof out);
  weigh<<<1, 4>>>(device);
  cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(back, weights, sizeof back);
  cudaMemcpyFromSymbol(&count, counted, sizeof count);
  std::printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
  std::printf("back %d %d %d %d, counted %d\n", back[0], back[1], back[2], back[3], count);
  cudaFree(device);
}
