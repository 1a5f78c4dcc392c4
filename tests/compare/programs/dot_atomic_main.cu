#include <cuda_runtime.h>
#include <iostream>
const int THREADS = 256;
__global__ void dot(const double *a, const double *b, double *c, int n) {
  __shared__ double cache[THREADS];
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  double temp = 0;
  while (tid < n) {
    temp += a[tid] * b[tid];
    tid += blockDim.x * gridDim.x;
  }
  cache[threadIdx.x] = temp;
  __syncthreads();
  int i = blockDim.x / 2;
  while (i != 0) {
    if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
    __syncthreads();
    i /= 2;
  }
  if (threadIdx.x == 0) c[blockIdx.x] = cache[0];
}
int main() {
  int n = 33 * 1024; double *a, *b, *c;
  cudaMalloc((void **)&a, n * sizeof(double)); cudaMalloc((void **)&b, n * sizeof(double)); cudaMalloc((void **)&c, 32 * sizeof(double));
  dot<<<32, THREADS>>>(a, b, c, n);
  std::cout << "done" << std::endl;
}
