// A vector of the host is given to cuBLAS.
// expect: CUBLAS_STATUS_EXECUTION_FAILED
// find: library-memory 11
#include <cstdio>
#include <cublas_v2.h>

int main() {
  float host[4] = {}, two = 2;
  cublasHandle_t handle;
  cublasCreate(&handle);
  const cublasStatus_t status = cublasSscal(handle, 4, &two, host, 1);
  std::printf("%s\n", cublasGetStatusName(status));
}
