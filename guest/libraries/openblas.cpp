// Calls OpenBLAS's products.
#include "guest/libraries/openblas.h"

#include "guest/libraries/host_libraries.h"

namespace warpscope::guest {
namespace {

constexpr int column_major = 102;

template <class T>
using RealGemm = void (*)(int, int, int, int, int, int, T, const T*, int, const T*, int, T, T*, int);
using ComplexGemm = void (*)(int, int, int, int, int, int, const void*, const void*, int, const void*, int,
                             const void*, void*, int);

} // namespace

bool fast_gemm(BlasOperation ta, BlasOperation tb, int m, int n, int k, float alpha, const float* a, int lda,
               const float* b, int ldb, float beta, float* c, int ldc) {
  static const auto gemm = function_of<RealGemm<float>>(HostLibrary::OpenBlas, "cblas_sgemm");
  if (gemm == nullptr) return false;
  gemm(column_major, static_cast<int>(ta), static_cast<int>(tb), m, n, k, alpha, a, lda, b, ldb, beta, c,
       ldc);
  return true;
}
bool fast_gemm(BlasOperation ta, BlasOperation tb, int m, int n, int k, double alpha, const double* a,
               int lda, const double* b, int ldb, double beta, double* c, int ldc) {
  static const auto gemm = function_of<RealGemm<double>>(HostLibrary::OpenBlas, "cblas_dgemm");
  if (gemm == nullptr) return false;
  gemm(column_major, static_cast<int>(ta), static_cast<int>(tb), m, n, k, alpha, a, lda, b, ldb, beta, c,
       ldc);
  return true;
}
bool fast_gemm(BlasOperation ta, BlasOperation tb, int m, int n, int k, std::complex<float> alpha,
               const std::complex<float>* a, int lda, const std::complex<float>* b, int ldb,
               std::complex<float> beta, std::complex<float>* c, int ldc) {
  static const auto gemm = function_of<ComplexGemm>(HostLibrary::OpenBlas, "cblas_cgemm");
  if (gemm == nullptr) return false;
  gemm(column_major, static_cast<int>(ta), static_cast<int>(tb), m, n, k, &alpha, a, lda, b, ldb, &beta, c,
       ldc);
  return true;
}
bool fast_gemm(BlasOperation ta, BlasOperation tb, int m, int n, int k, std::complex<double> alpha,
               const std::complex<double>* a, int lda, const std::complex<double>* b, int ldb,
               std::complex<double> beta, std::complex<double>* c, int ldc) {
  static const auto gemm = function_of<ComplexGemm>(HostLibrary::OpenBlas, "cblas_zgemm");
  if (gemm == nullptr) return false;
  gemm(column_major, static_cast<int>(ta), static_cast<int>(tb), m, n, k, &alpha, a, lda, b, ldb, &beta, c,
       ldc);
  return true;
}

} // namespace warpscope::guest
