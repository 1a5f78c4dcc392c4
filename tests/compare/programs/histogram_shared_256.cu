#include <cuda_runtime.h>
#define BINS 256
__global__ void histogram(const unsigned char *data, unsigned *bins, int n) {
  __shared__ unsigned local[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) local[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) atomicAdd(&bins[b], local[b]);
}
int main() {
  unsigned char *data; unsigned *bins; const int n = 1 << 16;
  cudaMalloc(&data, n); cudaMalloc(&bins, BINS * sizeof(unsigned));
  histogram<<<16, 192>>>(data, bins, n);
}
