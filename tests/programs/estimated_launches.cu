// expect: 6 12
// Three launches whose estimates the report has: a copy, one of more elements, one whose blocks wait for one another.
#include <cooperative_groups.h>
#include <cstdio>

__global__ void twice(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

__global__ void twice_and_meet(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
  cooperative_groups::this_grid().sync();
  if (i == 0) data[1] = data[n - 1];
}

int main() {
  int n = 1 << 22;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  float* host = new float[n];
  for (int i = 0; i < n; ++i) host[i] = 3;
  cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<n / 4 / 256, 256>>>(in, out, n / 4);
  twice<<<n / 256, 256>>>(in, out, n);
  float last;
  cudaMemcpy(&last, out + n - 1, sizeof last, cudaMemcpyDeviceToHost);
  int few = 1 << 12;
  void* arguments[] = {&out, &few};
  cudaLaunchCooperativeKernel((void*)twice_and_meet, dim3(few / 256), dim3(256), arguments, 0, 0);
  float both;
  cudaMemcpy(&both, out + 1, sizeof both, cudaMemcpyDeviceToHost);
  printf("%g %g\n", last, both);
  delete[] host;
  return cudaFree(in) == cudaSuccess && cudaFree(out) == cudaSuccess ? 0 : 1;
}
