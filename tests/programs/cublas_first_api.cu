// cuBLAS's first API: scalars by value, results returned.
// expect: status 0, 14 5 at 3
// expect: 19 43 22 50, 19 43
// expect: error 0
#include <cstdio>
#include <cublas.h>

int main() {
  const float host[] = {1, 2, 3}, square[] = {1, 3, 2, 4}, other[] = {5, 7, 6, 8};
  float *x, *a, *b, *c, result[4];
  int status = cublasInit();
  status |= cublasAlloc(3, sizeof(float), (void **)&x) | cublasAlloc(4, sizeof(float), (void **)&a);
  status |= cublasAlloc(4, sizeof(float), (void **)&b) | cublasAlloc(4, sizeof(float), (void **)&c);
  status |= cublasSetVector(3, sizeof(float), host, 1, x, 1) | cublasSetMatrix(2, 2, sizeof(float), square, 2, a, 2);
  status |= cublasSetMatrix(2, 2, sizeof(float), other, 2, b, 2);
  std::printf("status %d, %g ", status, cublasSdot(3, x, 1, x, 1));
  cublasSscal(3, 2.0f, x, 1);
  cublasSaxpy(3, -0.5f, x, 1, x, 1);
  std::printf("%g at %d\n", cublasSasum(3, x, 1) - 1, cublasIsamax(3, x, 1));
  cublasSgemm('n', 'N', 2, 2, 2, 1.0f, a, 2, b, 2, 0.0f, c, 2);
  cublasGetMatrix(2, 2, sizeof(float), c, 2, result, 2);
  std::printf("%g %g %g %g, ", result[0], result[1], result[2], result[3]);
  cublasSgemv('n', 2, 2, 1.0f, a, 2, b, 1, 0.0f, x, 1);
  cublasGetVector(2, sizeof(float), x, 1, result, 1);
  std::printf("%g %g\nerror %d\n", result[0], result[1], cublasGetError());
  cublasFree(x), cublasFree(a), cublasFree(b), cublasFree(c);
  cublasShutdown();
}
