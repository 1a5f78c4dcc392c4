// A thousand launches on unchanged memory: counted, not executed.
// expect: 3 a launch takes time
#include <cstdio>

__global__ void copy(const float *from, float *to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}

int main() {
  constexpr int n = 1 << 18;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  const float three = 3;
  cudaMemset(a, 0, n * sizeof(float));
  cudaMemcpy(a + 5, &three, sizeof three, cudaMemcpyHostToDevice);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  cudaEventRecord(begin);
  for (int i = 0; i < 1000; ++i) copy<<<n / 256, 256>>>(a, b);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float milliseconds = 0, out = 0;
  cudaEventElapsedTime(&milliseconds, begin, end);
  cudaMemcpy(&out, b + 5, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%g %s\n", out, milliseconds / 1000 > 0 ? "a launch takes time" : "a launch takes no time");
  cudaFree(a), cudaFree(b);
}
