// Opens OpenBLAS before the process is confined, and calls its products.
#include "guest/libraries/openblas.h"

#include "guest/libraries/library_call.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string_view>

namespace warpscope::guest {
namespace {

constexpr int column_major = 102;
void* openblas = nullptr;

template <class Function> Function function_of(const char* name) {
  return openblas == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(openblas, name));
}

template <class T>
using RealGemm = void (*)(int, int, int, int, int, int, T, const T*, int, const T*, int, T, T*, int);
using ComplexGemm = void (*)(int, int, int, int, int, int, const void*, const void*, int, const void*, int,
                             const void*, void*, int);

} // namespace

void prepare_libraries(const Welcome& welcome) {
  bool wanted = false;
  for (const auto& object : welcome.objects) {
    const std::string_view bytes(reinterpret_cast<const char*>(object.elf.data()), object.elf.size());
    wanted = wanted || bytes.find("cublas") != std::string_view::npos;
  }
  if (!wanted) return;
  setenv("OPENBLAS_NUM_THREADS", "1", 1); // the program's threads are counted, and these would be among them
  openblas = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  unsetenv("OPENBLAS_NUM_THREADS");
}

bool fast_gemm(BlasOperation ta, BlasOperation tb, int m, int n, int k, float alpha, const float* a, int lda,
               const float* b, int ldb, float beta, float* c, int ldc) {
  static const auto gemm = function_of<RealGemm<float>>("cblas_sgemm");
  if (gemm == nullptr) return false;
  gemm(column_major, static_cast<int>(ta), static_cast<int>(tb), m, n, k, alpha, a, lda, b, ldb, beta, c,
       ldc);
  return true;
}
bool fast_gemm(BlasOperation ta, BlasOperation tb, int m, int n, int k, double alpha, const double* a,
               int lda, const double* b, int ldb, double beta, double* c, int ldc) {
  static const auto gemm = function_of<RealGemm<double>>("cblas_dgemm");
  if (gemm == nullptr) return false;
  gemm(column_major, static_cast<int>(ta), static_cast<int>(tb), m, n, k, alpha, a, lda, b, ldb, beta, c,
       ldc);
  return true;
}
bool fast_gemm(BlasOperation ta, BlasOperation tb, int m, int n, int k, std::complex<float> alpha,
               const std::complex<float>* a, int lda, const std::complex<float>* b, int ldb,
               std::complex<float> beta, std::complex<float>* c, int ldc) {
  static const auto gemm = function_of<ComplexGemm>("cblas_cgemm");
  if (gemm == nullptr) return false;
  gemm(column_major, static_cast<int>(ta), static_cast<int>(tb), m, n, k, &alpha, a, lda, b, ldb, &beta, c,
       ldc);
  return true;
}
bool fast_gemm(BlasOperation ta, BlasOperation tb, int m, int n, int k, std::complex<double> alpha,
               const std::complex<double>* a, int lda, const std::complex<double>* b, int ldb,
               std::complex<double> beta, std::complex<double>* c, int ldc) {
  static const auto gemm = function_of<ComplexGemm>("cblas_zgemm");
  if (gemm == nullptr) return false;
  gemm(column_major, static_cast<int>(ta), static_cast<int>(tb), m, n, k, &alpha, a, lda, b, ldb, &beta, c,
       ldc);
  return true;
}

} // namespace warpscope::guest
