// OpenBLAS, where it is found.
#pragma once

#include <complex>

namespace warpscope::guest {

/// CBLAS's numbers.
enum class BlasOperation : int { None = 111, Transposed = 112, Conjugated = 113 };

/// Column-major C = alpha op(A) op(B) + beta C. False: OpenBLAS is not there.
[[nodiscard]] bool fast_gemm(BlasOperation ta, BlasOperation tb, int m, int n, int k, float alpha,
                             const float* a, int lda, const float* b, int ldb, float beta, float* c, int ldc);
[[nodiscard]] bool fast_gemm(BlasOperation ta, BlasOperation tb, int m, int n, int k, double alpha,
                             const double* a, int lda, const double* b, int ldb, double beta, double* c,
                             int ldc);
[[nodiscard]] bool fast_gemm(BlasOperation ta, BlasOperation tb, int m, int n, int k,
                             std::complex<float> alpha, const std::complex<float>* a, int lda,
                             const std::complex<float>* b, int ldb, std::complex<float> beta,
                             std::complex<float>* c, int ldc);
[[nodiscard]] bool fast_gemm(BlasOperation ta, BlasOperation tb, int m, int n, int k,
                             std::complex<double> alpha, const std::complex<double>* a, int lda,
                             const std::complex<double>* b, int ldb, std::complex<double> beta,
                             std::complex<double>* c, int ldc);

} // namespace warpscope::guest
