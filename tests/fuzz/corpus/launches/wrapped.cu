#include <iostream>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
  fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void vecAddKernel(float* A, float* B, float* C, int n) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i < n) C[i] = A[i] + B[i];
}

void vecAdd(float* A, float* B, float* C, int n) {
  int size = n * sizeof(float);
  float *d_A, *d_B, *d_C;
  CHECK(cudaMalloc((void**)&d_A, size));
  CHECK(cudaMemcpy(d_A, A, size, cudaMemcpyHostToDevice));
  CHECK(cudaMalloc((void**)&d_B, size));
  CHECK(cudaMemcpy(d_B, B, size, cudaMemcpyHostToDevice));
  CHECK(cudaMalloc((void**)&d_C, size));
  vecAddKernel<<<ceil(n / 256.0), 256>>>(d_A, d_B, d_C, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(C, d_C, size, cudaMemcpyDeviceToHost));
  cudaFree(d_A); cudaFree(d_B); cudaFree(d_C);
}

int main(int argc, char** argv) {
  const int n = 10000;
  std::vector<float> a(n, 1.0f), b(n, 2.0f), c(n);
  vecAdd(a.data(), b.data(), c.data(), n);
  std::cout << c[0] << std::endl;
  return 0;
}
