// cuBLAS: vectors, and matrices with vectors.
#include "guest/libraries/cublas.h"

#include <cmath>
#include <utility>

namespace warpscope::guest {
namespace {

template <class N> double size_of(N value) { return std::abs(value); }
/// |re| + |im|, by which BLAS orders complex numbers.
template <class N> double taxi(N value) {
  if constexpr (std::is_floating_point_v<N>) return std::abs(value);
  else return std::abs(value.real()) + std::abs(value.imag());
}

template <class N> N fused(N a, N b, N c) {
  if constexpr (std::is_floating_point_v<N>) return std::fma(a, b, c);
  else return a * b + c;
}

/// The index, from 1, of the first element that is largest, or smallest.
template <class N> int extreme(const N* x, int n, int incx, bool largest) {
  if (n < 1 || incx < 1) return 0;
  long best = 0;
  for (long i = 1; i < n; ++i)
    if (largest ? taxi(x[i * incx]) > taxi(x[best * incx]) : taxi(x[i * incx]) < taxi(x[best * incx]))
      best = i;
  return static_cast<int>(best + 1);
}

} // namespace
} // namespace warpscope::guest

#define WS_DONE (call.good() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED)

extern "C" {

#define WS_VECTORS(L, T, R, I, A)                                                                            \
  cublasStatus_t cublas##L##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y,   \
                                 int incy) {                                                                 \
    WS_BLAS("cublas" #L "axpy");                                                                             \
    const auto* from = first(numbers(call.reads(x, extent(n, incx))), n, incx);                              \
    auto* to = first(numbers(call.writes(y, extent(n, incy))), n, incy);                                     \
    if (!call.good()) return CUBLAS_STATUS_EXECUTION_FAILED;                                                 \
    const auto factor = LibraryCall::scalar<NumberOf<T>>(alpha);                                             \
    for (long i = 0; i < n; ++i) {                                                                           \
      to[i * incy] = fused(factor, from[i * incx], to[i * incy]);                                            \
    }                                                                                                        \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }                                                                                                          \
  cublasStatus_t cublas##L##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {             \
    WS_BLAS("cublas" #L "scal");                                                                             \
    auto* to = numbers(call.writes(x, extent(n, incx)));                                                     \
    const auto factor = LibraryCall::scalar<NumberOf<T>>(alpha);                                             \
    for (long i = 0; i < n && call.good(); ++i) to[i * incx] *= factor;                                      \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {       \
    WS_BLAS("cublas" #L "copy");                                                                             \
    const auto* from = first(call.reads(x, extent(n, incx)), n, incx);                                       \
    auto* to = first(call.writes(y, extent(n, incy)), n, incy);                                              \
    for (long i = 0; i < n && call.good(); ++i) to[i * incy] = from[i * incx];                               \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {             \
    WS_BLAS("cublas" #L "swap");                                                                             \
    auto* one = first(call.writes(x, extent(n, incx)), n, incx);                                             \
    auto* two = first(call.writes(y, extent(n, incy)), n, incy);                                             \
    for (long i = 0; i < n && call.good(); ++i) std::swap(one[i * incx], two[i * incy]);                     \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##A##nrm2(cublasHandle_t handle, int n, const T* x, int incx, R* result) {            \
    WS_BLAS("cublas" #A "nrm2");                                                                             \
    const auto* from = numbers(call.reads(x, extent(n, incx)));                                              \
    double sum = 0;                                                                                          \
    for (long i = 0; i < n && call.good(); ++i) sum += size_of(from[i * incx]) * size_of(from[i * incx]);    \
    call.give(result, static_cast<R>(std::sqrt(sum)));                                                       \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##A##asum(cublasHandle_t handle, int n, const T* x, int incx, R* result) {            \
    WS_BLAS("cublas" #A "asum");                                                                             \
    const auto* from = numbers(call.reads(x, extent(n, incx)));                                              \
    double sum = 0;                                                                                          \
    for (long i = 0; i < n && call.good(); ++i) sum += taxi(from[i * incx]);                                 \
    call.give(result, static_cast<R>(sum));                                                                  \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublasI##I##amax(cublasHandle_t handle, int n, const T* x, int incx, int* result) {         \
    WS_BLAS("cublasI" #I "amax");                                                                            \
    const auto* from = numbers(call.reads(x, extent(n, incx)));                                              \
    call.give(result, call.good() ? extreme(from, n, incx, true) : 0);                                       \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublasI##I##amin(cublasHandle_t handle, int n, const T* x, int incx, int* result) {         \
    WS_BLAS("cublasI" #I "amin");                                                                            \
    const auto* from = numbers(call.reads(x, extent(n, incx)));                                              \
    call.give(result, call.good() ? extreme(from, n, incx, false) : 0);                                      \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##gemv(cublasHandle_t handle, cublasOperation_t ta, int m, int n, const T* alpha,  \
                                 const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) { \
    WS_BLAS("cublas" #L "gemv");                                                                             \
    if (m < 0 || n < 0 || lda < m || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;             \
    const int rows = ta == CUBLAS_OP_N ? m : n, columns = ta == CUBLAS_OP_N ? n : m;                         \
    const auto* matrix = numbers(call.reads(a, extent(m, n, lda)));                                          \
    const auto* from = first(numbers(call.reads(x, extent(columns, incx))), columns, incx);                  \
    auto* to = first(numbers(call.writes(y, extent(rows, incy))), rows, incy);                               \
    if (!call.good()) return CUBLAS_STATUS_EXECUTION_FAILED;                                                 \
    using N = NumberOf<T>;                                                                                   \
    const N one = LibraryCall::scalar<N>(alpha), two = LibraryCall::scalar<N>(beta);                         \
    for (long i = 0; i < rows; ++i) {                                                                        \
      N sum{};                                                                                               \
      for (long j = 0; j < columns; ++j) sum += element(matrix, lda, ta, i, j) * from[j * incx];             \
      to[i * incy] = one * sum + (two == N() ? N() : two * to[i * incy]);                                    \
    }                                                                                                        \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }
WS_VECTORS(S, float, float, s, S)
WS_VECTORS(D, double, double, d, D)
WS_VECTORS(C, cuComplex, float, c, Sc)
WS_VECTORS(Z, cuDoubleComplex, double, z, Dz)
#undef WS_VECTORS

// Real sums of products are taken in double, as close as the library's own order of floats.
#define WS_DOT(L, T, name, N, Sum, change)                                                                   \
  cublasStatus_t cublas##L##dot##name(cublasHandle_t handle, int n, const T* x, int incx, const T* y,        \
                                      int incy, T* result) {                                                 \
    WS_BLAS("cublas" #L "dot" #name);                                                                        \
    const auto* one = first(numbers(call.reads(x, extent(n, incx))), n, incx);                               \
    const auto* two = first(numbers(call.reads(y, extent(n, incy))), n, incy);                               \
    Sum sum{};                                                                                               \
    for (long i = 0; i < n && call.good(); ++i)                                                              \
      sum += static_cast<Sum>(change(one[i * incx])) * Sum(two[i * incy]);                                   \
    call.give(reinterpret_cast<N*>(result), static_cast<N>(sum));                                            \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##ger##name(cublasHandle_t handle, int m, int n, const T* alpha, const T* x,       \
                                      int incx, const T* y, int incy, T* a, int lda) {                       \
    WS_BLAS("cublas" #L "ger" #name);                                                                        \
    const auto* one = first(numbers(call.reads(x, extent(m, incx))), m, incx);                               \
    const auto* two = first(numbers(call.reads(y, extent(n, incy))), n, incy);                               \
    auto* to = numbers(call.writes(a, extent(m, n, lda)));                                                   \
    const N factor = LibraryCall::scalar<N>(alpha);                                                          \
    for (long j = 0; j < n && call.good(); ++j)                                                              \
      for (long i = 0; i < m; ++i) to[i + j * lda] += factor * one[i * incx] * change(two[j * incy]);        \
    return WS_DONE;                                                                                          \
  }
#define WS_SAME(value) (value)
WS_DOT(S, float, , float, double, WS_SAME)
WS_DOT(D, double, , double, double, WS_SAME)
WS_DOT(C, cuComplex, u, std::complex<float>, std::complex<double>, WS_SAME)
WS_DOT(C, cuComplex, c, std::complex<float>, std::complex<double>, std::conj)
WS_DOT(Z, cuDoubleComplex, u, std::complex<double>, std::complex<double>, WS_SAME)
WS_DOT(Z, cuDoubleComplex, c, std::complex<double>, std::complex<double>, std::conj)
#undef WS_DOT
#undef WS_SAME

#define WS_REAL(L, T)                                                                                        \
  cublasStatus_t cublas##L##rot(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* c,    \
                                const T* s) {                                                                \
    WS_BLAS("cublas" #L "rot");                                                                              \
    T *one = first(call.writes(x, extent(n, incx)), n, incx),                                                \
      *two = first(call.writes(y, extent(n, incy)), n, incy);                                                \
    const T cosine = LibraryCall::scalar<T>(c), sine = LibraryCall::scalar<T>(s);                            \
    for (long i = 0; i < n && call.good(); ++i) {                                                            \
      const T a = one[i * incx], b = two[i * incy];                                                          \
      one[i * incx] = cosine * a + sine * b;                                                                 \
      two[i * incy] = cosine * b - sine * a;                                                                 \
    }                                                                                                        \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##symv(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha,        \
                                 const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) { \
    WS_BLAS("cublas" #L "symv");                                                                             \
    const T* matrix = call.reads(a, extent(n, n, lda));                                                      \
    const T* from = first(call.reads(x, extent(n, incx)), n, incx);                                          \
    T* to = first(call.writes(y, extent(n, incy)), n, incy);                                                 \
    const T one = LibraryCall::scalar<T>(alpha), two = LibraryCall::scalar<T>(beta);                         \
    for (long i = 0; i < n && call.good(); ++i) {                                                            \
      T sum = 0;                                                                                             \
      for (long j = 0; j < n; ++j) {                                                                         \
        const bool stored = fill == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;                                \
        sum += (stored ? matrix[i + j * lda] : matrix[j + i * lda]) * from[j * incx];                        \
      }                                                                                                      \
      to[i * incy] = one * sum + (two == 0 ? 0 : two * to[i * incy]);                                        \
    }                                                                                                        \
    return WS_DONE;                                                                                          \
  }
WS_REAL(S, float)
WS_REAL(D, double)
#undef WS_REAL

} // extern "C"
