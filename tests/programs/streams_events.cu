// Two streams, an event between them, pinned memory, a time that is modelled.
// expect: both are right, and time has passed
#include <cstdio>

__global__ void scale(float *data, float factor) { data[blockIdx.x * blockDim.x + threadIdx.x] *= factor; }

int main() {
  constexpr int n = 4096;
  float *host, *device;
  cudaMallocHost(&host, n * sizeof(float));
  cudaMalloc(&device, n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = 1;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEvent_t begin, middle, end;
  cudaEventCreate(&begin), cudaEventCreate(&middle), cudaEventCreate(&end);
  cudaEventRecord(begin, first);
  cudaMemcpyAsync(device, host, n * sizeof(float), cudaMemcpyHostToDevice, first);
  scale<<<n / 256, 256, 0, first>>>(device, 2);
  cudaEventRecord(middle, first);
  cudaStreamWaitEvent(second, middle, 0);
  scale<<<n / 256, 256, 0, second>>>(device, 5);
  cudaMemcpyAsync(host, device, n * sizeof(float), cudaMemcpyDeviceToHost, second);
  cudaEventRecord(end, second);
  cudaEventSynchronize(end);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, begin, end);
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && host[i] == 10;
  std::printf("%s, and %s\n", right ? "both are right" : "wrong",
              milliseconds > 0 ? "time has passed" : "no time has passed");
  cudaEventDestroy(begin), cudaEventDestroy(middle), cudaEventDestroy(end);
  cudaStreamDestroy(first), cudaStreamDestroy(second);
  cudaFree(device), cudaFreeHost(host);
}
