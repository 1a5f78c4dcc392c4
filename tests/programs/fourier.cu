// cuFFT forward and back, of a length that is no power of two.
// expect: 15.0 0.0, -3.0 5.2, -3.0 1.7
// expect: back 0 1 2 3 4 5
#include <cmath>
#include <cstdio>
#include <cufft.h>

int main() {
  const int n = 6;
  cufftComplex host[n], *device;
  for (int i = 0; i < n; ++i) host[i] = make_cuComplex((float)i, 0);
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  cufftHandle plan;
  cufftPlan1d(&plan, n, CUFFT_C2C, 1);
  cufftExecC2C(plan, device, device, CUFFT_FORWARD);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%.1f %.1f, %.1f %.1f, %.1f %.1f\n", host[0].x, host[0].y, host[1].x, host[1].y, host[2].x, host[2].y);
  cufftExecC2C(plan, device, device, CUFFT_INVERSE);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("back");
  for (const cufftComplex &value : host) std::printf(" %ld", std::lround(value.x / n));
  std::printf("\n");
  cufftDestroy(plan);
  cudaFree(device);
}
