// cuBLAS: sums, triangular solutions and symmetric products of matrices.
#include "guest/libraries/cublas.h"

#include <vector>

#define WS_DONE (call.good() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED)

namespace warpscope::guest {
namespace {

/// Solves op(A) X = B in place, for one column with elements `step` apart.
template <class N>
void solve(const N* a, int lda, cublasOperation_t ta, bool lower, bool unit, int n, N* x, long step) {
  const bool forward = lower == (ta == CUBLAS_OP_N);
  for (long k = 0; k < n; ++k) {
    const long i = forward ? k : n - 1 - k;
    N value = x[i * step];
    for (long j = forward ? 0 : i + 1; j < (forward ? i : n); ++j)
      value -= element(a, lda, ta, i, j) * x[j * step];
    x[i * step] = unit ? value : value / element(a, lda, ta, i, i);
  }
}

} // namespace
} // namespace warpscope::guest

extern "C" {

#define WS_MATRICES(L, T)                                                                                    \
  cublasStatus_t cublas##L##geam(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,   \
                                 int n, const T* alpha, const T* a, int lda, const T* beta, const T* b,      \
                                 int ldb, T* c, int ldc) {                                                   \
    WS_BLAS("cublas" #L "geam");                                                                             \
    if (m < 0 || n < 0 || ldc < m) return CUBLAS_STATUS_INVALID_VALUE;                                       \
    using N = NumberOf<T>;                                                                                   \
    const N one = LibraryCall::scalar<N>(alpha), two = LibraryCall::scalar<N>(beta);                         \
    const auto size = [&](cublasOperation_t t, int ld) {                                                     \
      return t == CUBLAS_OP_N ? extent(m, n, ld) : extent(n, m, ld);                                         \
    };                                                                                                       \
    const N* left = one == N() ? nullptr : numbers(call.reads(a, size(ta, lda)));                            \
    const N* right = two == N() ? nullptr : numbers(call.reads(b, size(tb, ldb)));                           \
    N* to = numbers(call.writes(c, extent(m, n, ldc)));                                                      \
    for (long j = 0; j < n && call.good(); ++j)                                                              \
      for (long i = 0; i < m; ++i)                                                                           \
        to[i + j * ldc] = (left == nullptr ? N() : one * element(left, lda, ta, i, j)) +                     \
                          (right == nullptr ? N() : two * element(right, ldb, tb, i, j));                    \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,        \
                                 cublasOperation_t ta, cublasDiagType_t diagonal, int m, int n,              \
                                 const T* alpha, const T* a, int lda, T* b, int ldb) {                       \
    WS_BLAS("cublas" #L "trsm");                                                                             \
    using N = NumberOf<T>;                                                                                   \
    const bool left = side == CUBLAS_SIDE_LEFT, lower = fill == CUBLAS_FILL_MODE_LOWER;                      \
    const bool unit = diagonal == CUBLAS_DIAG_UNIT;                                                          \
    const int order = left ? m : n;                                                                          \
    const N* matrix = numbers(call.reads(a, extent(order, order, lda)));                                     \
    N* to = numbers(call.writes(b, extent(m, n, ldb)));                                                      \
    const N factor = LibraryCall::scalar<N>(alpha);                                                          \
    if (!call.good()) return CUBLAS_STATUS_EXECUTION_FAILED;                                                 \
    for (long j = 0; j < n; ++j)                                                                             \
      for (long i = 0; i < m; ++i) to[i + j * ldb] *= factor;                                                \
    if (left) {                                                                                              \
      for (long j = 0; j < n; ++j) solve(matrix, lda, ta, lower, unit, m, to + j * ldb, 1);                  \
    } else { /* X op(A) = B: op(A)^T X^T = B^T, row by row */                                                \
      if (ta == CUBLAS_OP_C && !std::is_floating_point_v<T>) return CUBLAS_STATUS_NOT_SUPPORTED;             \
      const cublasOperation_t other = ta == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;                         \
      for (long i = 0; i < m; ++i) solve(matrix, lda, other, lower, unit, n, to + i, ldb);                   \
    }                                                                                                        \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }                                                                                                          \
  cublasStatus_t cublas##L##syrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t ta, int n,  \
                                 int k, const T* alpha, const T* a, int lda, const T* beta, T* c, int ldc) { \
    WS_BLAS("cublas" #L "syrk");                                                                             \
    using N = NumberOf<T>;                                                                                   \
    const N* matrix = numbers(call.reads(a, ta == CUBLAS_OP_N ? extent(n, k, lda) : extent(k, n, lda)));     \
    N* to = numbers(call.writes(c, extent(n, n, ldc)));                                                      \
    const N one = LibraryCall::scalar<N>(alpha), two = LibraryCall::scalar<N>(beta);                         \
    for (long j = 0; j < n && call.good(); ++j)                                                              \
      for (long i = 0; i < n; ++i) {                                                                         \
        if (fill == CUBLAS_FILL_MODE_LOWER ? i < j : i > j) continue;                                        \
        N sum{};                                                                                             \
        for (long l = 0; l < k; ++l) sum += element(matrix, lda, ta, i, l) * element(matrix, lda, ta, j, l); \
        to[i + j * ldc] = one * sum + (two == N() ? N() : two * to[i + j * ldc]);                            \
      }                                                                                                      \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, \
                                 int n, const T* alpha, const T* a, int lda, const T* b, int ldb,            \
                                 const T* beta, T* c, int ldc) {                                             \
    WS_BLAS("cublas" #L "symm");                                                                             \
    using N = NumberOf<T>;                                                                                   \
    const bool left = side == CUBLAS_SIDE_LEFT;                                                              \
    const int order = left ? m : n;                                                                          \
    const N* half = numbers(call.reads(a, extent(order, order, lda)));                                       \
    const N* other = numbers(call.reads(b, extent(m, n, ldb)));                                              \
    N* to = numbers(call.writes(c, extent(m, n, ldc)));                                                      \
    if (!call.good()) return CUBLAS_STATUS_EXECUTION_FAILED;                                                 \
    std::vector<N> whole(static_cast<std::size_t>(order) * static_cast<std::size_t>(order));                 \
    for (long j = 0; j < order; ++j)                                                                         \
      for (long i = 0; i < order; ++i)                                                                       \
        whole[static_cast<std::size_t>(i + j * order)] = (fill == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j)  \
                                                             ? half[i + j * lda]                             \
                                                             : half[j + i * lda];                            \
    const N one = LibraryCall::scalar<N>(alpha), two = LibraryCall::scalar<N>(beta);                         \
    if (left)                                                                                                \
      multiply<N>(CUBLAS_OP_N, CUBLAS_OP_N, m, n, m, one, whole.data(), m, other, ldb, two, to, ldc);        \
    else multiply<N>(CUBLAS_OP_N, CUBLAS_OP_N, m, n, n, one, other, ldb, whole.data(), n, two, to, ldc);     \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }
WS_MATRICES(S, float)
WS_MATRICES(D, double)
WS_MATRICES(C, cuComplex)
WS_MATRICES(Z, cuDoubleComplex)
#undef WS_MATRICES

} // extern "C"
