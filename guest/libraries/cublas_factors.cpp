// cuBLAS: triangular matrices, factors and inverses of batches, products with diagonals and of ranks.
#include "guest/libraries/cublas.h"

#include <cmath>
#include <memory>
#include <vector>

#define WS_DONE (call.good() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED)

namespace warpscope::guest {
namespace {

/// LU in place, column-major; `pivots` counted from 1, or null for none. Gives the first pivot that is zero,
/// or 0.
template <class N> int factorise(int n, N* a, long lda, int* pivots) {
  int zero = 0;
  for (long k = 0; k < n; ++k) {
    long best = k;
    for (long i = k + 1; i < n && pivots != nullptr; ++i)
      if (std::abs(a[i + k * lda]) > std::abs(a[best + k * lda])) best = i;
    if (pivots != nullptr) pivots[k] = static_cast<int>(best) + 1;
    for (long j = 0; j < n && best != k; ++j) std::swap(a[k + j * lda], a[best + j * lda]);
    if (a[k + k * lda] == N()) {
      if (zero == 0) zero = static_cast<int>(k) + 1;
      continue;
    }
    for (long i = k + 1; i < n; ++i) a[i + k * lda] /= a[k + k * lda];
    for (long j = k + 1; j < n; ++j)
      for (long i = k + 1; i < n; ++i) a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];
  }
  return zero;
}

/// One triangle of a matrix, turned as asked for: x = op(A) x or the solution of op(A) y = x, elements `step`
/// apart.
template <class N> struct Triangle {
  const N* a;
  int lda;
  cublasOperation_t operation;
  bool lower, unit;
  int n;

  Triangle(const N* matrix, int leading, cublasFillMode_t fill, cublasOperation_t op,
           cublasDiagType_t diagonal, int order)
      : a(matrix), lda(leading), operation(op),
        lower((fill == CUBLAS_FILL_MODE_LOWER) == (op == CUBLAS_OP_N)), unit(diagonal == CUBLAS_DIAG_UNIT),
        n(order) {}
  [[nodiscard]] N at(long i, long j) const {
    return i == j && unit ? N(1) : element(a, lda, operation, i, j);
  }
  void solve(N* x, long step) const {
    for (long k = 0; k < n; ++k) {
      const long i = lower ? k : n - 1 - k;
      N value = x[i * step];
      for (long j = lower ? 0 : i + 1; j < (lower ? i : n); ++j) value -= at(i, j) * x[j * step];
      x[i * step] = unit ? value : value / at(i, i);
    }
  }
  void multiply(N* x, long step) const {
    for (long k = 0; k < n; ++k) {
      const long i = lower ? n - 1 - k : k;
      N value = at(i, i) * x[i * step];
      for (long j = lower ? 0 : i + 1; j < (lower ? i : n); ++j) value += at(i, j) * x[j * step];
      x[i * step] = value;
    }
  }
};

/// B from the right: (op(A))^T on each row.
template <class N> class FromTheRight {
 public:
  FromTheRight(const Triangle<N>& of)
      : whole_(static_cast<std::size_t>(of.n) * static_cast<std::size_t>(of.n)) {
    for (long i = 0; i < of.n; ++i)
      for (long j = 0; j < of.n; ++j)
        if (i == j || (j < i) == of.lower) whole_[static_cast<std::size_t>(j + i * of.n)] = of.at(i, j);
    turned_ = std::make_unique<Triangle<N>>(whole_.data(), of.n,
                                            of.lower ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER,
                                            CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, of.n);
  }
  const Triangle<N>& rows() const { return *turned_; }

 private:
  std::vector<N> whole_;
  std::unique_ptr<Triangle<N>> turned_;
};

/// Solves A X = B by the factors of A.
template <class N>
void solve_factored(int n, int columns, const N* a, int lda, const int* pivots, cublasOperation_t operation,
                    N* b, long ldb) {
  const Triangle<N> lower(a, lda, CUBLAS_FILL_MODE_LOWER, operation, CUBLAS_DIAG_UNIT, n);
  const Triangle<N> upper(a, lda, CUBLAS_FILL_MODE_UPPER, operation, CUBLAS_DIAG_NON_UNIT, n);
  for (long j = 0; j < columns; ++j) {
    N* const x = b + j * ldb;
    if (operation == CUBLAS_OP_N) {
      for (long i = 0; i < n && pivots != nullptr; ++i)
        if (pivots[i] >= 1 && pivots[i] <= n) std::swap(x[i], x[pivots[i] - 1]);
      lower.solve(x, 1), upper.solve(x, 1);
    } else {
      upper.solve(x, 1), lower.solve(x, 1);
      for (long i = n; i-- > 0 && pivots != nullptr;)
        if (pivots[i] >= 1 && pivots[i] <= n) std::swap(x[i], x[pivots[i] - 1]);
    }
  }
}
template <class N> void identity(N* to, int n, long ld) {
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < n; ++i) to[i + j * ld] = i == j ? N(1) : N();
}

} // namespace
} // namespace warpscope::guest

extern "C" {

#define WS_FACTORS(L, T)                                                                                     \
  cublasStatus_t cublas##L##trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,        \
                                 cublasOperation_t ta, cublasDiagType_t diagonal, int m, int n,              \
                                 const T* alpha, const T* a, int lda, const T* b, int ldb, T* c, int ldc) {  \
    WS_BLAS("cublas" #L "trmm");                                                                             \
    using N = NumberOf<T>;                                                                                   \
    const bool left = side == CUBLAS_SIDE_LEFT;                                                              \
    const int order = left ? m : n;                                                                          \
    const N* const matrix = numbers(call.reads(a, extent(order, order, lda)));                               \
    const N* const from = numbers(call.reads(b, extent(m, n, ldb)));                                         \
    N* const to = numbers(call.writes(c, extent(m, n, ldc)));                                                \
    const N factor = LibraryCall::scalar<N>(alpha);                                                          \
    if (!call.good()) return CUBLAS_STATUS_EXECUTION_FAILED;                                                 \
    for (long j = 0; j < n; ++j)                                                                             \
      for (long i = 0; i < m; ++i) to[i + j * ldc] = factor * from[i + j * ldb];                             \
    const Triangle<N> triangle(matrix, lda, fill, ta, diagonal, order);                                      \
    if (left) {                                                                                              \
      for (long j = 0; j < n; ++j) triangle.multiply(to + j * ldc, 1);                                       \
    } else {                                                                                                 \
      const FromTheRight<N> right(triangle);                                                                 \
      for (long i = 0; i < m; ++i) right.rows().multiply(to + i, ldc);                                       \
    }                                                                                                        \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }                                                                                                          \
  cublasStatus_t cublas##L##trsmBatched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, \
                                        cublasOperation_t ta, cublasDiagType_t diagonal, int m, int n,       \
                                        const T* alpha, const T* const a[], int lda, T* const b[], int ldb,  \
                                        int count) {                                                         \
    WS_BLAS("cublas" #L "trsmBatched");                                                                      \
    using N = NumberOf<T>;                                                                                   \
    const bool left = side == CUBLAS_SIDE_LEFT;                                                              \
    const int order = left ? m : n;                                                                          \
    const T* const* const matrices = call.reads(a, extent(count, 1));                                        \
    T* const* const tos = call.reads(b, extent(count, 1));                                                   \
    const N factor = LibraryCall::scalar<N>(alpha);                                                          \
    for (int each = 0; each < count && call.good(); ++each) {                                                \
      const N* const matrix = numbers(call.reads(matrices[each], extent(order, order, lda)));                \
      N* const to = numbers(call.writes(tos[each], extent(m, n, ldb)));                                      \
      if (!call.good()) break;                                                                               \
      for (long j = 0; j < n; ++j)                                                                           \
        for (long i = 0; i < m; ++i) to[i + j * ldb] *= factor;                                              \
      const Triangle<N> triangle(matrix, lda, fill, ta, diagonal, order);                                    \
      if (left) {                                                                                            \
        for (long j = 0; j < n; ++j) triangle.solve(to + j * ldb, 1);                                        \
      } else {                                                                                               \
        const FromTheRight<N> right(triangle);                                                               \
        for (long i = 0; i < m; ++i) right.rows().solve(to + i, ldb);                                        \
      }                                                                                                      \
    }                                                                                                        \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##trsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t ta,         \
                                 cublasDiagType_t diagonal, int n, const T* a, int lda, T* x, int incx) {    \
    WS_BLAS("cublas" #L "trsv");                                                                             \
    using N = NumberOf<T>;                                                                                   \
    const N* const matrix = numbers(call.reads(a, extent(n, n, lda)));                                       \
    N* const to = numbers(call.writes(x, extent(n, incx)));                                                  \
    if (call.good()) Triangle<N>(matrix, lda, fill, ta, diagonal, n).solve(first(to, n, incx), incx);        \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##trmv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t ta,         \
                                 cublasDiagType_t diagonal, int n, const T* a, int lda, T* x, int incx) {    \
    WS_BLAS("cublas" #L "trmv");                                                                             \
    using N = NumberOf<T>;                                                                                   \
    const N* const matrix = numbers(call.reads(a, extent(n, n, lda)));                                       \
    N* const to = numbers(call.writes(x, extent(n, incx)));                                                  \
    if (call.good()) Triangle<N>(matrix, lda, fill, ta, diagonal, n).multiply(first(to, n, incx), incx);     \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a,     \
                                 int lda, const T* x, int incx, T* c, int ldc) {                             \
    WS_BLAS("cublas" #L "dgmm");                                                                             \
    using N = NumberOf<T>;                                                                                   \
    const bool left = side == CUBLAS_SIDE_LEFT;                                                              \
    const N* const matrix = numbers(call.reads(a, extent(m, n, lda)));                                       \
    const N* diagonal = numbers(call.reads(x, extent(left ? m : n, incx)));                                  \
    N* const to = numbers(call.writes(c, extent(m, n, ldc)));                                                \
    if (!call.good()) return CUBLAS_STATUS_EXECUTION_FAILED;                                                 \
    diagonal = first(diagonal, left ? m : n, incx);                                                          \
    for (long j = 0; j < n; ++j)                                                                             \
      for (long i = 0; i < m; ++i) to[i + j * ldc] = matrix[i + j * lda] * diagonal[(left ? i : j) * incx];  \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }                                                                                                          \
  cublasStatus_t cublas##L##syr(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha,         \
                                const T* x, int incx, T* a, int lda) {                                       \
    WS_BLAS("cublas" #L "syr");                                                                              \
    using N = NumberOf<T>;                                                                                   \
    const N* from = numbers(call.reads(x, extent(n, incx)));                                                 \
    N* const to = numbers(call.writes(a, extent(n, n, lda)));                                                \
    const N factor = LibraryCall::scalar<N>(alpha);                                                          \
    if (!call.good()) return CUBLAS_STATUS_EXECUTION_FAILED;                                                 \
    from = first(from, n, incx);                                                                             \
    for (long j = 0; j < n; ++j)                                                                             \
      for (long i = 0; i < n; ++i)                                                                           \
        if (fill == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j)                                                \
          to[i + j * lda] += factor * from[i * incx] * from[j * incx];                                       \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }                                                                                                          \
  cublasStatus_t cublas##L##syr2k(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t ta, int n, \
                                  int k, const T* alpha, const T* a, int lda, const T* b, int ldb,           \
                                  const T* beta, T* c, int ldc) {                                            \
    WS_BLAS("cublas" #L "syr2k");                                                                            \
    using N = NumberOf<T>;                                                                                   \
    const auto size = [&](int ld) { return ta == CUBLAS_OP_N ? extent(n, k, ld) : extent(k, n, ld); };       \
    const N* const left = numbers(call.reads(a, size(lda)));                                                 \
    const N* const right = numbers(call.reads(b, size(ldb)));                                                \
    N* const to = numbers(call.writes(c, extent(n, n, ldc)));                                                \
    const N one = LibraryCall::scalar<N>(alpha), two = LibraryCall::scalar<N>(beta);                         \
    for (long j = 0; j < n && call.good(); ++j)                                                              \
      for (long i = 0; i < n; ++i) {                                                                         \
        if (fill == CUBLAS_FILL_MODE_LOWER ? i < j : i > j) continue;                                        \
        N sum{};                                                                                             \
        for (long l = 0; l < k; ++l)                                                                         \
          sum += element(left, lda, ta, i, l) * element(right, ldb, ta, j, l) +                              \
                 element(right, ldb, ta, i, l) * element(left, lda, ta, j, l);                               \
        to[i + j * ldc] = one * sum + (two == N() ? N() : two * to[i + j * ldc]);                            \
      }                                                                                                      \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##gemvStridedBatched(cublasHandle_t handle, cublasOperation_t ta, int m, int n,    \
                                               const T* alpha, const T* a, int lda, long long stride_a,      \
                                               const T* x, int incx, long long stride_x, const T* beta,      \
                                               T* y, int incy, long long stride_y, int count) {              \
    for (long long i = 0; i < count; ++i)                                                                    \
      if (const cublasStatus_t status = cublas##L##gemv(handle, ta, m, n, alpha, a + i * stride_a, lda,      \
                                                        x + i * stride_x, incx, beta, y + i * stride_y,      \
                                                        incy);                                               \
          status != CUBLAS_STATUS_SUCCESS)                                                                   \
        return status;                                                                                       \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }                                                                                                          \
  cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n, T* const a[], int lda, int* pivots,   \
                                         int* info, int count) {                                             \
    WS_BLAS("cublas" #L "getrfBatched");                                                                     \
    if (n < 0 || count < 0 || lda < n) return CUBLAS_STATUS_INVALID_VALUE;                                   \
    T* const* const matrices = call.reads(a, extent(count, 1));                                              \
    int* const rows = pivots == nullptr ? nullptr : call.writes(pivots, extent(n, count, n));                \
    int* const states = call.writes(info, extent(count, 1));                                                 \
    for (long i = 0; i < count && call.good(); ++i) {                                                        \
      auto* const matrix = numbers(call.writes(matrices[i], extent(n, n, lda)));                             \
      if (call.good()) states[i] = factorise(n, matrix, lda, rows == nullptr ? nullptr : rows + i * n);      \
    }                                                                                                        \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##getrsBatched(cublasHandle_t handle, cublasOperation_t ta, int n, int columns,    \
                                         const T* const a[], int lda, const int* pivots, T* const b[],       \
                                         int ldb, int* info, int count) {                                    \
    WS_BLAS("cublas" #L "getrsBatched");                                                                     \
    const bool bad = n < 0 || columns < 0 || count < 0 || lda < n || ldb < n;                                \
    if (info != nullptr) *info = bad ? -1 : 0;                                                               \
    if (bad) return CUBLAS_STATUS_INVALID_VALUE;                                                             \
    const T* const* const matrices = call.reads(a, extent(count, 1));                                        \
    T* const* const tos = call.reads(b, extent(count, 1));                                                   \
    const int* const rows = pivots == nullptr ? nullptr : call.reads(pivots, extent(n, count, n));           \
    for (long i = 0; i < count && call.good(); ++i) {                                                        \
      const auto* const matrix = numbers(call.reads(matrices[i], extent(n, n, lda)));                        \
      auto* const to = numbers(call.writes(tos[i], extent(n, columns, ldb)));                                \
      if (call.good())                                                                                       \
        solve_factored(n, columns, matrix, lda, rows == nullptr ? nullptr : rows + i * n, ta, to, ldb);      \
    }                                                                                                        \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##getriBatched(cublasHandle_t handle, int n, const T* const a[], int lda,          \
                                         const int* pivots, T* const c[], int ldc, int* info, int count) {   \
    WS_BLAS("cublas" #L "getriBatched");                                                                     \
    if (n < 0 || count < 0 || lda < n || ldc < n) return CUBLAS_STATUS_INVALID_VALUE;                        \
    using N = NumberOf<T>;                                                                                   \
    const T* const* const matrices = call.reads(a, extent(count, 1));                                        \
    T* const* const tos = call.reads(c, extent(count, 1));                                                   \
    const int* const rows = pivots == nullptr ? nullptr : call.reads(pivots, extent(n, count, n));           \
    int* const states = call.writes(info, extent(count, 1));                                                 \
    for (long i = 0; i < count && call.good(); ++i) {                                                        \
      const N* const matrix = numbers(call.reads(matrices[i], extent(n, n, lda)));                           \
      N* const to = numbers(call.writes(tos[i], extent(n, n, ldc)));                                         \
      if (!call.good()) break;                                                                               \
      states[i] = 0;                                                                                         \
      for (long k = n; k-- > 0;)                                                                             \
        if (matrix[k + k * lda] == N()) states[i] = static_cast<int>(k) + 1;                                 \
      if (states[i] != 0) continue;                                                                          \
      identity(to, n, ldc);                                                                                  \
      solve_factored(n, n, matrix, lda, rows == nullptr ? nullptr : rows + i * n, CUBLAS_OP_N, to, ldc);     \
    }                                                                                                        \
    return WS_DONE;                                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##L##matinvBatched(cublasHandle_t handle, int n, const T* const a[], int lda,         \
                                          T* const inverse[], int ldi, int* info, int count) {               \
    WS_BLAS("cublas" #L "matinvBatched");                                                                    \
    if (n < 0 || n > 32 || count < 0 || lda < n || ldi < n) return CUBLAS_STATUS_INVALID_VALUE;              \
    using N = NumberOf<T>;                                                                                   \
    const T* const* const matrices = call.reads(a, extent(count, 1));                                        \
    T* const* const tos = call.reads(inverse, extent(count, 1));                                             \
    int* const states = call.writes(info, extent(count, 1));                                                 \
    for (long i = 0; i < count && call.good(); ++i) {                                                        \
      const N* const matrix = numbers(call.reads(matrices[i], extent(n, n, lda)));                           \
      N* const to = numbers(call.writes(tos[i], extent(n, n, ldi)));                                         \
      if (!call.good()) break;                                                                               \
      std::vector<N> factors(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));                     \
      std::vector<int> rows(static_cast<std::size_t>(n));                                                    \
      for (long j = 0; j < n; ++j)                                                                           \
        for (long k = 0; k < n; ++k) factors[static_cast<std::size_t>(k + j * n)] = matrix[k + j * lda];     \
      states[i] = factorise(n, factors.data(), n, rows.data());                                              \
      if (states[i] != 0) continue;                                                                          \
      identity(to, n, ldi);                                                                                  \
      solve_factored(n, n, factors.data(), n, rows.data(), CUBLAS_OP_N, to, ldi);                            \
    }                                                                                                        \
    return WS_DONE;                                                                                          \
  }
WS_FACTORS(S, float)
WS_FACTORS(D, double)
WS_FACTORS(C, cuComplex)
WS_FACTORS(Z, cuDoubleComplex)
#undef WS_FACTORS

/// Givens' rotation as BLAS makes it: r for a, its short form for b.
#define WS_ROTATION(L, T)                                                                                    \
  cublasStatus_t cublas##L##rotg(cublasHandle_t handle, T* a, T* b, T* c, T* s) {                            \
    WS_BLAS("cublas" #L "rotg");                                                                             \
    const T x = LibraryCall::scalar<T>(a), y = LibraryCall::scalar<T>(b);                                    \
    const T larger = std::fabs(x) > std::fabs(y) ? x : y;                                                    \
    const T r = larger == 0 ? T(0) : std::copysign(std::hypot(x, y), larger);                                \
    const T cosine = r == 0 ? T(1) : x / r, sine = r == 0 ? T(0) : y / r;                                    \
    const T z = r == 0 ? T(0) : std::fabs(x) > std::fabs(y) ? sine : cosine != 0 ? 1 / cosine : T(1);        \
    call.give(a, r), call.give(b, z), call.give(c, cosine), call.give(s, sine);                              \
    return WS_DONE;                                                                                          \
  }
WS_ROTATION(S, float)
WS_ROTATION(D, double)
#undef WS_ROTATION

} // extern "C"
