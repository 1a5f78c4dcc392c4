// cuBLAS on the host over the device's memory: products, vectors, and a call with wrong sizes.
// expect: 22 28
// expect: 49 64
// expect: dot 91, largest at 6
// expect: CUBLAS_STATUS_INVALID_VALUE
#include <cstdio>
#include <cublas_v2.h>

int main() {
  const float a[] = {1, 4, 2, 5, 3, 6}, b[] = {1, 3, 5, 2, 4, 6}; // 2 x 3 and 3 x 2, column by column
  float c[4];
  float *device_a, *device_b, *device_c;
  cudaMalloc(&device_a, sizeof a), cudaMalloc(&device_b, sizeof b), cudaMalloc(&device_c, sizeof c);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetMatrix(2, 3, sizeof(float), a, 2, device_a, 2);
  cublasSetMatrix(3, 2, sizeof(float), b, 3, device_b, 3);
  const float one = 1, none = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &one, device_a, 2, device_b, 3, &none, device_c, 2);
  cublasGetMatrix(2, 2, sizeof(float), device_c, 2, c, 2);
  std::printf("%g %g\n%g %g\n", c[0], c[2], c[1], c[3]);
  float dot = 0;
  int largest = 0;
  cublasSdot(handle, 6, device_a, 1, device_a, 1, &dot);
  cublasIsamax(handle, 6, device_a, 1, &largest);
  std::printf("dot %g, largest at %d\n", dot, largest);
  std::printf("%s\n", cublasGetStatusName(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &one, device_a, 1,
                                                      device_b, 3, &none, device_c, 2)));
  cublasDestroy(handle);
  cudaFree(device_a), cudaFree(device_b), cudaFree(device_c);
}
