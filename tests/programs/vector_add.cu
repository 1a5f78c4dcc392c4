// The first program of every course: host vectors, three buffers, a check on the host.
// expect: n = 1000: 0 wrong
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

__global__ void add(const float *a, const float *b, float *sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

int main() {
  const int n = 1000;
  std::vector<float> a(n), b(n), sum(n, -1.0f);
  for (int i = 0; i < n; ++i) a[i] = 0.5f * i, b[i] = 3.0f;
  float *da = nullptr, *db = nullptr, *dsum = nullptr;
  cudaMalloc(&da, n * sizeof(float));
  cudaMalloc(&db, n * sizeof(float));
  cudaMalloc(&dsum, n * sizeof(float));
  cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<(n + 127) / 128, 128>>>(da, db, dsum, n);
  cudaMemcpy(sum.data(), dsum, n * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += sum[i] != 0.5f * i + 3.0f;
  std::cout << "n = " << n << ": " << wrong << " wrong" << std::endl;
  cudaFree(da);
  cudaFree(db);
  cudaFree(dsum);
  return wrong;
}
