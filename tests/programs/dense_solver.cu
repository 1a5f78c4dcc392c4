// cuSOLVER and cuBLAS's batched factors: LU, Cholesky, eigenvalues, singular values, inverses.
// expect: LU 1 2, info 0
// expect: Cholesky 1 1, info 0
// expect: eigenvalues 1 3
// expect: singular values 4 2
// expect: inverse 3 -1 -5 2
#include <cstdio>
#include <cublas_v2.h>
#include <cusolverDn.h>
#include <vector>

template <class T> T *on_device(const std::vector<T> &values) {
  T *to;
  cudaMalloc(&to, values.size() * sizeof(T));
  cudaMemcpy(to, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}
void print(const char *name, const double *from, int n, const char *end) {
  std::vector<double> values(n);
  cudaMemcpy(values.data(), from, n * sizeof(double), cudaMemcpyDeviceToHost);
  std::printf("%s", name);
  for (double value : values) std::printf(" %.6g", value);
  std::printf("%s", end);
}
int value_of(const int *from) {
  int value;
  cudaMemcpy(&value, from, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}

int main() {
  cusolverDnHandle_t handle;
  cusolverDnCreate(&handle);
  int size, *info = on_device<int>({-7}), *pivots = on_device<int>({0, 0});
  double *a = on_device<double>({2, 4, 1, 5}), *b = on_device<double>({4, 14}); // 2 1 / 4 5
  cusolverDnDgetrf_bufferSize(handle, 2, 2, a, 2, &size);
  double *work;
  cudaMalloc(&work, size * sizeof(double));
  cusolverDnDgetrf(handle, 2, 2, a, 2, work, pivots, info);
  cusolverDnDgetrs(handle, CUBLAS_OP_N, 2, 1, a, 2, pivots, b, 2, info);
  print("LU", b, 2, ",");
  std::printf(" info %d\n", value_of(info));
  double *s = on_device<double>({4, 2, 2, 3}), *r = on_device<double>({6, 5});
  cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, 2, s, 2, &size);
  cudaMalloc(&work, size * sizeof(double));
  cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, 2, s, 2, work, size, info);
  cusolverDnDpotrs(handle, CUBLAS_FILL_MODE_LOWER, 2, 1, s, 2, r, 2, info);
  print("Cholesky", r, 2, ",");
  std::printf(" info %d\n", value_of(info));
  double *e = on_device<double>({2, 1, 1, 2}), *w = on_device<double>({0, 0});
  cusolverDnDsyevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 2, e, 2, w, &size);
  cudaMalloc(&work, size * sizeof(double));
  cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 2, e, 2, w, work, size, info);
  print("eigenvalues", w, 2, "\n");
  double *g = on_device<double>({0, 4, 2, 0}), *u = on_device<double>({0, 0, 0, 0}), *v = on_device<double>({0, 0, 0, 0});
  cusolverDnDgesvd_bufferSize(handle, 2, 2, &size);
  cudaMalloc(&work, size * sizeof(double));
  cusolverDnDgesvd(handle, 'A', 'A', 2, 2, g, 2, w, u, 2, v, 2, work, size, nullptr, info);
  print("singular values", w, 2, "\n");
  cublasHandle_t blas;
  cublasCreate(&blas);
  double *m = on_device<double>({2, 5, 1, 3}), *inverse = on_device<double>({0, 0, 0, 0}); // 2 1 / 5 3
  double **ms = on_device<double *>({m}), **inverses = on_device<double *>({inverse});
  cublasDgetrfBatched(blas, 2, ms, 2, pivots, info, 1);
  cublasDgetriBatched(blas, 2, ms, 2, pivots, inverses, 2, info, 1);
  std::vector<double> found(4);
  cudaMemcpy(found.data(), inverse, 4 * sizeof(double), cudaMemcpyDeviceToHost);
  std::printf("inverse %.6g %.6g %.6g %.6g\n", found[0], found[2], found[1], found[3]);
  cublasDestroy(blas);
  cusolverDnDestroy(handle);
}
