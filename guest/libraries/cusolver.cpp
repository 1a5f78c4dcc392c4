// cuSOLVER for dense matrices, by the LAPACK inside OpenBLAS. Work space is taken on the host: what the
// program allocates for it stays as it is.
#include "guest/libraries/cusolver_api.h"
#include "guest/libraries/host_libraries.h"

#include <algorithm>
#include <string>
#include <vector>

struct cusolverDnContext {
  cudaStream_t stream = nullptr;
};
struct cusolverDnParams {};
struct syevjInfo {};

namespace {

using warpscope::guest::extent;
using warpscope::guest::HostLibrary;
using warpscope::guest::LibraryCall;
using warpscope::guest::NumberOf;

template <class N> constexpr char letter = 's';
template <> constexpr char letter<double> = 'd';
template <> constexpr char letter<cuComplex> = 'c';
template <> constexpr char letter<cuDoubleComplex> = 'z';
template <class T> constexpr bool is_complex = !std::is_floating_point_v<T>;

char fill_letter(cublasFillMode_t fill) { return fill == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U'; }
char operation_letter(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N ? 'N' : operation == CUBLAS_OP_T ? 'T' : 'C';
}
char job(cusolverEigMode_t mode) { return mode == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N'; }

/// One call of cuSOLVER, and the functions of LAPACK for its type.
template <class T> class Solver : public LibraryCall {
 public:
  Solver(const char* name, void* frame, cusolverDnHandle_t handle)
      : LibraryCall(name, frame, handle->stream), name_(name), frame_(frame) {}

  /// Calls LAPACK's function of that name without its letter; a Fortran function takes a length for each
  /// text.
  template <class... A> bool lapack(const char* function, A*... arguments) {
    using Function = void (*)(A*..., std::size_t, std::size_t, std::size_t);
    const std::string symbol = letter<T> + std::string(function) + "_";
    const auto at = warpscope::guest::function_of<Function>(HostLibrary::OpenBlas, symbol.c_str());
    if (at == nullptr) {
      warpscope::guest::tell_missing(HostLibrary::OpenBlas, name_, frame_);
      return missing_ = true, false;
    }
    at(arguments..., 1, 1, 1);
    return true;
  }
  /// Calls `function` first for the elements of work space that it wants.
  template <class Call> void with_work(Call function) {
    T size{};
    int count = -1;
    if (!function(&size, &count)) return;
    double wanted = 0;
    if constexpr (is_complex<T>) wanted = static_cast<double>(size.x);
    else wanted = static_cast<double>(size);
    count = std::max(1, static_cast<int>(wanted));
    std::vector<T> work(static_cast<std::size_t>(count));
    function(work.data(), &count);
  }
  cusolverStatus_t done(int* info, int value) {
    if (missing_) return CUSOLVER_STATUS_NOT_SUPPORTED;
    if (info != nullptr) give(info, value);
    return good() ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
  }

 private:
  const char* name_;
  void* frame_;
  bool missing_ = false;
};

/// The work space that a program is told to allocate, in elements.
cusolverStatus_t work_space(int* size, long rows, long columns) {
  const long wanted = std::max(1L, 64 * std::max(rows, columns));
  return *size = static_cast<int>(wanted), CUSOLVER_STATUS_SUCCESS;
}

/// LU without exchanges of rows: the first pivot that is zero, counted from 1, or 0.
template <class N> int factor_without_pivots(int m, int n, N* a, long lda) {
  int zero = 0;
  for (long k = 0; k < std::min(m, n); ++k) {
    if (a[k + k * lda] == N() && zero == 0) zero = static_cast<int>(k) + 1;
    for (long i = k + 1; i < m; ++i) {
      a[i + k * lda] /= a[k + k * lda];
      for (long j = k + 1; j < n; ++j) a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];
    }
  }
  return zero;
}

template <class T, class R>
cusolverStatus_t eigenvalues(Solver<T>& call, cusolverEigMode_t mode, cublasFillMode_t fill, int n, T* a,
                             int lda, R* w, int* info) {
  T* const matrix = call.writes(a, extent(n, n, lda));
  R* const values = call.writes(w, extent(n, 1, n));
  if (!call.good()) return CUSOLVER_STATUS_EXECUTION_FAILED;
  char jobs = job(mode), which = fill_letter(fill);
  int result = 0, integers = 5 * n + 3, reals = 2 * n * n + 5 * n + 1;
  std::vector<int> integer_work(static_cast<std::size_t>(integers));
  std::vector<R> real_work(is_complex<T> ? static_cast<std::size_t>(reals) : 1);
  call.with_work([&](T* work, int* size) {
    if (*size == -1) integers = reals = -1;
    else integers = 5 * n + 3, reals = 2 * n * n + 5 * n + 1;
    if constexpr (is_complex<T>)
      return call.lapack("heevd", &jobs, &which, &n, matrix, &lda, values, work, size, real_work.data(),
                         &reals, integer_work.data(), &integers, &result);
    else
      return call.lapack("syevd", &jobs, &which, &n, matrix, &lda, values, work, size, integer_work.data(),
                         &integers, &result);
  });
  return call.done(info, result);
}

} // namespace

#define WS_SOLVER(T)                                                                                         \
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;                                             \
  Solver<T> call(__func__, __builtin_frame_address(0), handle);                                              \
  int result = 0
#define WS_GOOD                                                                                              \
  if (!call.good()) return CUSOLVER_STATUS_EXECUTION_FAILED

extern "C" {

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle) {
  return *handle = new cusolverDnContext, CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
  delete handle;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return handle->stream = stream, CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return *stream = handle->stream, CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t* parameters) {
  return *parameters = new cusolverDnParams, CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t parameters) {
  delete parameters;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t* info) {
  return *info = new syevjInfo, CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info) {
  delete info;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t, double) { return CUSOLVER_STATUS_SUCCESS; }
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t, int) { return CUSOLVER_STATUS_SUCCESS; }
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t, int) { return CUSOLVER_STATUS_SUCCESS; }

#define WS_FACTORS(L, T)                                                                                     \
  cusolverStatus_t cusolverDn##L##potrf_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int n, T*, int,     \
                                                   int* work) {                                              \
    return work_space(work, n, n);                                                                           \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##potrf(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a,       \
                                        int lda, T*, int, int* info) {                                       \
    WS_SOLVER(T);                                                                                            \
    T* const matrix = call.writes(a, extent(n, n, lda));                                                     \
    WS_GOOD;                                                                                                 \
    char which = fill_letter(fill);                                                                          \
    call.lapack("potrf", &which, &n, matrix, &lda, &result);                                                 \
    return call.done(info, result);                                                                          \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##potrs(cusolverDnHandle_t handle, cublasFillMode_t fill, int n,             \
                                        int columns, const T* a, int lda, T* b, int ldb, int* info) {        \
    WS_SOLVER(T);                                                                                            \
    const T* const matrix = call.reads(a, extent(n, n, lda));                                                \
    T* const to = call.writes(b, extent(n, columns, ldb));                                                   \
    WS_GOOD;                                                                                                 \
    char which = fill_letter(fill);                                                                          \
    call.lapack("potrs", &which, &n, &columns, matrix, &lda, to, &ldb, &result);                             \
    return call.done(info, result);                                                                          \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##potri_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int n, T*, int,     \
                                                   int* work) {                                              \
    return work_space(work, n, n);                                                                           \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##potri(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a,       \
                                        int lda, T*, int, int* info) {                                       \
    WS_SOLVER(T);                                                                                            \
    T* const matrix = call.writes(a, extent(n, n, lda));                                                     \
    WS_GOOD;                                                                                                 \
    char which = fill_letter(fill);                                                                          \
    call.lapack("potri", &which, &n, matrix, &lda, &result);                                                 \
    return call.done(info, result);                                                                          \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##getrf_bufferSize(cusolverDnHandle_t, int m, int n, T*, int, int* work) {   \
    return work_space(work, m, n);                                                                           \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##getrf(cusolverDnHandle_t handle, int m, int n, T* a, int lda, T*,          \
                                        int* pivots, int* info) {                                            \
    WS_SOLVER(T);                                                                                            \
    T* const matrix = call.writes(a, extent(m, n, lda));                                                     \
    int* const rows = pivots == nullptr ? nullptr : call.writes(pivots, extent(std::min(m, n), 1, 1));       \
    WS_GOOD;                                                                                                 \
    if (rows == nullptr) result = factor_without_pivots(m, n, warpscope::guest::numbers(matrix), lda);       \
    else call.lapack("getrf", &m, &n, matrix, &lda, rows, &result);                                          \
    return call.done(info, result);                                                                          \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n, int columns, \
                                        const T* a, int lda, const int* pivots, T* b, int ldb, int* info) {  \
    WS_SOLVER(T);                                                                                            \
    const T* const matrix = call.reads(a, extent(n, n, lda));                                                \
    std::vector<int> none;                                                                                   \
    for (int i = 0; i < n && pivots == nullptr; ++i) none.push_back(i + 1);                                  \
    const int* const rows = pivots == nullptr ? none.data() : call.reads(pivots, extent(n, 1, 1));           \
    T* const to = call.writes(b, extent(n, columns, ldb));                                                   \
    WS_GOOD;                                                                                                 \
    char turned = operation_letter(op);                                                                      \
    call.lapack("getrs", &turned, &n, &columns, matrix, &lda, rows, to, &ldb, &result);                      \
    return call.done(info, result);                                                                          \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##geqrf_bufferSize(cusolverDnHandle_t, int m, int n, T*, int, int* work) {   \
    return work_space(work, m, n);                                                                           \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##geqrf(cusolverDnHandle_t handle, int m, int n, T* a, int lda, T* tau, T*,  \
                                        int, int* info) {                                                    \
    WS_SOLVER(T);                                                                                            \
    T* const matrix = call.writes(a, extent(m, n, lda));                                                     \
    T* const factors = call.writes(tau, extent(std::min(m, n), 1, 1));                                       \
    WS_GOOD;                                                                                                 \
    call.with_work([&](T* work, int* size) {                                                                 \
      return call.lapack("geqrf", &m, &n, matrix, &lda, factors, work, size, &result);                       \
    });                                                                                                      \
    return call.done(info, result);                                                                          \
  }
WS_FACTORS(S, float)
WS_FACTORS(D, double)
WS_FACTORS(C, cuComplex)
WS_FACTORS(Z, cuDoubleComplex)
#undef WS_FACTORS

#define WS_VALUES(L, T, R, E, Q)                                                                             \
  cusolverStatus_t cusolverDn##L##Q##gqr_bufferSize(cusolverDnHandle_t, int m, int n, int, const T*, int,    \
                                                    const T*, int* work) {                                   \
    return work_space(work, m, n);                                                                           \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##Q##gqr(cusolverDnHandle_t handle, int m, int n, int k, T* a, int lda,      \
                                         const T* tau, T*, int, int* info) {                                 \
    WS_SOLVER(T);                                                                                            \
    T* const matrix = call.writes(a, extent(m, n, lda));                                                     \
    const T* const factors = call.reads(tau, extent(k, 1, 1));                                               \
    WS_GOOD;                                                                                                 \
    call.with_work([&](T* work, int* size) {                                                                 \
      return call.lapack(#Q "gqr", &m, &n, &k, matrix, &lda, factors, work, size, &result);                  \
    });                                                                                                      \
    return call.done(info, result);                                                                          \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##Q##mqr_bufferSize(cusolverDnHandle_t, cublasSideMode_t, cublasOperation_t, \
                                                    int m, int n, int, const T*, int, const T*, const T*,    \
                                                    int, int* work) {                                        \
    return work_space(work, m, n);                                                                           \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##Q##mqr(cusolverDnHandle_t handle, cublasSideMode_t side,                   \
                                         cublasOperation_t op, int m, int n, int k, const T* a, int lda,     \
                                         const T* tau, T* c, int ldc, T*, int, int* info) {                  \
    WS_SOLVER(T);                                                                                            \
    const T* const matrix = call.reads(a, extent(side == CUBLAS_SIDE_LEFT ? m : n, k, lda));                 \
    const T* const factors = call.reads(tau, extent(k, 1, 1));                                               \
    T* const to = call.writes(c, extent(m, n, ldc));                                                         \
    WS_GOOD;                                                                                                 \
    char where = side == CUBLAS_SIDE_LEFT ? 'L' : 'R', turned = operation_letter(op);                        \
    call.with_work([&](T* work, int* size) {                                                                 \
      return call.lapack(#Q "mqr", &where, &turned, &m, &n, &k, matrix, &lda, factors, to, &ldc, work, size, \
                         &result);                                                                           \
    });                                                                                                      \
    return call.done(info, result);                                                                          \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##gesvd_bufferSize(cusolverDnHandle_t, int m, int n, int* work) {            \
    return work_space(work, m, n);                                                                           \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##L##gesvd(cusolverDnHandle_t handle, signed char job_u, signed char job_v,     \
                                        int m, int n, T* a, int lda, R* s, T* u, int ldu, T* vt, int ldvt,   \
                                        T*, int, R*, int* info) {                                            \
    if (m < n) return CUSOLVER_STATUS_INVALID_VALUE;                                                         \
    WS_SOLVER(T);                                                                                            \
    char left = static_cast<char>(job_u), right = static_cast<char>(job_v);                                  \
    T* const matrix = call.writes(a, extent(m, n, lda));                                                     \
    R* const values = call.writes(s, extent(n, 1, 1));                                                       \
    T* const us = left == 'A' || left == 'S' ? call.writes(u, extent(m, left == 'A' ? m : n, ldu)) : u;      \
    T* const vs = right == 'A' || right == 'S' ? call.writes(vt, extent(n, n, ldvt)) : vt;                   \
    WS_GOOD;                                                                                                 \
    std::vector<R> reals(static_cast<std::size_t>(5 * n + 1));                                               \
    call.with_work([&](T* work, int* size) {                                                                 \
      if constexpr (is_complex<T>)                                                                           \
        return call.lapack("gesvd", &left, &right, &m, &n, matrix, &lda, values, us, &ldu, vs, &ldvt, work,  \
                           size, reals.data(), &result);                                                     \
      else                                                                                                   \
        return call.lapack("gesvd", &left, &right, &m, &n, matrix, &lda, values, us, &ldu, vs, &ldvt, work,  \
                           size, &result);                                                                   \
    });                                                                                                      \
    return call.done(info, result);                                                                          \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##E##evd_bufferSize(cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t,    \
                                                 int n, const T*, int, const R*, int* work) {                \
    return work_space(work, n, n);                                                                           \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##E##evd(cusolverDnHandle_t handle, cusolverEigMode_t mode,                     \
                                      cublasFillMode_t fill, int n, T* a, int lda, R* w, T*, int,            \
                                      int* info) {                                                           \
    if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;                                           \
    Solver<T> call(__func__, __builtin_frame_address(0), handle);                                            \
    return eigenvalues(call, mode, fill, n, a, lda, w, info);                                                \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##E##evj_bufferSize(cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t,    \
                                                 int n, const T*, int, const R*, int* work, syevjInfo_t) {   \
    return work_space(work, n, n);                                                                           \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##E##evj(cusolverDnHandle_t handle, cusolverEigMode_t mode,                     \
                                      cublasFillMode_t fill, int n, T* a, int lda, R* w, T*, int, int* info, \
                                      syevjInfo_t) {                                                         \
    if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;                                           \
    Solver<T> call(__func__, __builtin_frame_address(0), handle);                                            \
    return eigenvalues(call, mode, fill, n, a, lda, w, info);                                                \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##E##gvd_bufferSize(cusolverDnHandle_t, cusolverEigType_t, cusolverEigMode_t,   \
                                                 cublasFillMode_t, int n, const T*, int, const T*, int,      \
                                                 const R*, int* work) {                                      \
    return work_space(work, n, n);                                                                           \
  }                                                                                                          \
  cusolverStatus_t cusolverDn##E##gvd(cusolverDnHandle_t handle, cusolverEigType_t type,                     \
                                      cusolverEigMode_t mode, cublasFillMode_t fill, int n, T* a, int lda,   \
                                      T* b, int ldb, R* w, T*, int, int* info) {                             \
    WS_SOLVER(T);                                                                                            \
    T* const matrix = call.writes(a, extent(n, n, lda));                                                     \
    T* const other = call.writes(b, extent(n, n, ldb));                                                      \
    R* const values = call.writes(w, extent(n, 1, 1));                                                       \
    WS_GOOD;                                                                                                 \
    char jobs = job(mode), which = fill_letter(fill);                                                        \
    int kind = type;                                                                                         \
    std::vector<R> reals(static_cast<std::size_t>(3 * n + 1));                                               \
    call.with_work([&](T* work, int* size) {                                                                 \
      if constexpr (is_complex<T>)                                                                           \
        return call.lapack("hegv", &kind, &jobs, &which, &n, matrix, &lda, other, &ldb, values, work, size,  \
                           reals.data(), &result);                                                           \
      else                                                                                                   \
        return call.lapack("sygv", &kind, &jobs, &which, &n, matrix, &lda, other, &ldb, values, work, size,  \
                           &result);                                                                         \
    });                                                                                                      \
    return call.done(info, result);                                                                          \
  }
WS_VALUES(S, float, float, Ssy, or)
WS_VALUES(D, double, double, Dsy, or)
WS_VALUES(C, cuComplex, float, Che, un)
WS_VALUES(Z, cuDoubleComplex, double, Zhe, un)
#undef WS_VALUES

} // extern "C"
