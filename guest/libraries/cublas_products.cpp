// cuBLAS: products of matrices.
#include "guest/libraries/cublas.h"
#include "guest/libraries/openblas.h"
#include "guest/libraries/small_floats.h"

#include <cstring>
#include <vector>

namespace warpscope::guest {

std::size_t bytes_of(cudaDataType type) {
  switch (type) {
  case CUDA_R_64F:
  case CUDA_C_32F: return 8;
  case CUDA_C_64F: return 16;
  case CUDA_R_32F:
  case CUDA_R_32I: return 4;
  case CUDA_R_16F:
  case CUDA_R_16BF: return 2;
  case CUDA_R_8I: return 1;
  default: return 0;
  }
}

double number_at(const std::byte* data, cudaDataType type, std::uint64_t index) {
  const auto load = [&]<class T>(T value) {
    std::memcpy(&value, data + index * sizeof value, sizeof value);
    return value;
  };
  switch (type) {
  case CUDA_R_64F: return load(double());
  case CUDA_R_32F: return static_cast<double>(load(float()));
  case CUDA_R_32I: return load(std::int32_t());
  case CUDA_R_16F: return static_cast<double>(to_float(load(Half())));
  case CUDA_R_16BF: return static_cast<double>(to_float(load(BFloat16())));
  default: return load(std::int8_t());
  }
}

void put_number(std::byte* data, cudaDataType type, std::uint64_t index, double number) {
  const auto store = [&](auto value) { std::memcpy(data + index * sizeof value, &value, sizeof value); };
  Half half;
  BFloat16 bfloat;
  switch (type) {
  case CUDA_R_64F: return store(number);
  case CUDA_R_32F: return store(static_cast<float>(number));
  case CUDA_R_32I: return store(static_cast<std::int32_t>(std::nearbyint(number)));
  case CUDA_R_16F: return assign(half, static_cast<float>(number)), store(half);
  case CUDA_R_16BF: return assign(bfloat, static_cast<float>(number)), store(bfloat);
  default: return store(static_cast<std::int8_t>(number));
  }
}

namespace {

BlasOperation blas_operation(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N   ? BlasOperation::None
         : operation == CUBLAS_OP_T ? BlasOperation::Transposed
                                    : BlasOperation::Conjugated;
}

/// The matrix as numbers of another type.
template <class N>
std::vector<N> converted(const std::byte* data, cudaDataType type, int rows, int columns, int leading) {
  std::vector<N> out(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (long column = 0; column < columns; ++column)
    for (long row = 0; row < rows; ++row)
      out[static_cast<std::size_t>(column * rows + row)] = static_cast<N>(
          number_at(data, type, static_cast<std::uint64_t>(column * leading + row)));
  return out;
}

struct Mixed {
  cublasOperation_t ta, tb;
  int m, n, k;
  double alpha, beta;
  const std::byte *a, *b;
  std::byte* c;
  cudaDataType a_type, b_type, c_type;
  int lda, ldb, ldc;
};

template <class N> void multiply_mixed(const Mixed& p) {
  const bool na = p.ta == CUBLAS_OP_N, nb = p.tb == CUBLAS_OP_N;
  const int a_rows = na ? p.m : p.k, b_rows = nb ? p.k : p.n;
  const auto a = converted<N>(p.a, p.a_type, a_rows, na ? p.k : p.m, p.lda);
  const auto b = converted<N>(p.b, p.b_type, b_rows, nb ? p.n : p.k, p.ldb);
  std::vector<N> c(static_cast<std::size_t>(p.m) * static_cast<std::size_t>(p.n));
  if (p.beta != 0) c = converted<N>(p.c, p.c_type, p.m, p.n, p.ldc);
  multiply<N>(p.ta, p.tb, p.m, p.n, p.k, static_cast<N>(p.alpha), a.data(), a_rows, b.data(), b_rows,
              static_cast<N>(p.beta), c.data(), p.m);
  for (long column = 0; column < p.n; ++column)
    for (long row = 0; row < p.m; ++row)
      put_number(p.c, p.c_type, static_cast<std::uint64_t>(column * p.ldc + row),
                 static_cast<double>(c[static_cast<std::size_t>(column * p.m + row)]));
}

bool bad_sizes(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, int lda, int ldb, int ldc) {
  const auto most = [](int a, int b) { return a > b ? a : b; };
  return m < 0 || n < 0 || k < 0 || lda < most(1, ta == CUBLAS_OP_N ? m : k) ||
         ldb < most(1, tb == CUBLAS_OP_N ? k : n) || ldc < most(1, m);
}

} // namespace

template <class N>
void multiply(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, N alpha, const N* a, int lda,
              const N* b, int ldb, N beta, N* c, int ldc) {
  if (m == 0 || n == 0) return;
  if (k > 0 &&
      fast_gemm(blas_operation(ta), blas_operation(tb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc))
    return;
  std::vector<N> column(static_cast<std::size_t>(m));
  for (long j = 0; j < n; ++j) {
    std::fill(column.begin(), column.end(), N());
    for (long l = 0; l < k; ++l) {
      const N factor = element(b, ldb, tb, l, j);
      for (long i = 0; i < m; ++i) column[static_cast<std::size_t>(i)] += element(a, lda, ta, i, l) * factor;
    }
    for (long i = 0; i < m; ++i) {
      N& to = c[i + j * ldc];
      to = alpha * column[static_cast<std::size_t>(i)] + (beta == N() ? N() : beta * to);
    }
  }
}
template void multiply(cublasOperation_t, cublasOperation_t, int, int, int, float, const float*, int,
                       const float*, int, float, float*, int);
template void multiply(cublasOperation_t, cublasOperation_t, int, int, int, double, const double*, int,
                       const double*, int, double, double*, int);
template void multiply(cublasOperation_t, cublasOperation_t, int, int, int, std::complex<float>,
                       const std::complex<float>*, int, const std::complex<float>*, int, std::complex<float>,
                       std::complex<float>*, int);
template void multiply(cublasOperation_t, cublasOperation_t, int, int, int, std::complex<double>,
                       const std::complex<double>*, int, const std::complex<double>*, int,
                       std::complex<double>, std::complex<double>*, int);

} // namespace warpscope::guest

extern "C" {

#define WS_GEMM(L, T)                                                                                        \
  cublasStatus_t cublas##L##gemmStridedBatched(                                                              \
      cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,                \
      const T* alpha, const T* a, int lda, long long stride_a, const T* b, int ldb, long long stride_b,      \
      const T* beta, T* c, int ldc, long long stride_c, int count) {                                         \
    WS_BLAS("cublas" #L "gemmStridedBatched");                                                               \
    if (bad_sizes(ta, tb, m, n, k, lda, ldb, ldc) || count < 0) return CUBLAS_STATUS_INVALID_VALUE;          \
    using N = NumberOf<T>;                                                                                   \
    const N one = LibraryCall::scalar<N>(alpha), two = LibraryCall::scalar<N>(beta);                         \
    for (long long i = 0; i < count; ++i) {                                                                  \
      const N* const left = numbers(                                                                         \
          call.reads(a + i * stride_a, ta == CUBLAS_OP_N ? extent(m, k, lda) : extent(k, m, lda)));          \
      const N* const right = numbers(                                                                        \
          call.reads(b + i * stride_b, tb == CUBLAS_OP_N ? extent(k, n, ldb) : extent(n, k, ldb)));          \
      N* const to = numbers(call.writes(c + i * stride_c, extent(m, n, ldc)));                               \
      if (!call.good()) return CUBLAS_STATUS_EXECUTION_FAILED;                                               \
      multiply<N>(ta, tb, m, n, k, one, left, lda, right, ldb, two, to, ldc);                                \
    }                                                                                                        \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }                                                                                                          \
  cublasStatus_t cublas##L##gemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,   \
                                 int n, int k, const T* alpha, const T* a, int lda, const T* b, int ldb,     \
                                 const T* beta, T* c, int ldc) {                                             \
    WS_BLAS("cublas" #L "gemm");                                                                             \
    if (bad_sizes(ta, tb, m, n, k, lda, ldb, ldc)) return CUBLAS_STATUS_INVALID_VALUE;                       \
    using N = NumberOf<T>;                                                                                   \
    const N* const left = numbers(call.reads(a, ta == CUBLAS_OP_N ? extent(m, k, lda) : extent(k, m, lda))); \
    const N* const right = numbers(                                                                          \
        call.reads(b, tb == CUBLAS_OP_N ? extent(k, n, ldb) : extent(n, k, ldb)));                           \
    N* const to = numbers(call.writes(c, extent(m, n, ldc)));                                                \
    if (!call.good()) return CUBLAS_STATUS_EXECUTION_FAILED;                                                 \
    multiply<N>(ta, tb, m, n, k, LibraryCall::scalar<N>(alpha), left, lda, right, ldb,                       \
                LibraryCall::scalar<N>(beta), to, ldc);                                                      \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }                                                                                                          \
  cublasStatus_t cublas##L##gemmBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb,   \
                                        int m, int n, int k, const T* alpha, const T* const a[], int lda,    \
                                        const T* const b[], int ldb, const T* beta, T* const c[], int ldc,   \
                                        int count) {                                                         \
    WS_BLAS("cublas" #L "gemmBatched");                                                                      \
    if (bad_sizes(ta, tb, m, n, k, lda, ldb, ldc) || count < 0) return CUBLAS_STATUS_INVALID_VALUE;          \
    using N = NumberOf<T>;                                                                                   \
    const auto of = static_cast<std::uint64_t>(count);                                                       \
    const T* const* const lefts = call.reads(a, of);                                                         \
    const T* const* const rights = call.reads(b, of);                                                        \
    T* const* const tos = call.reads(c, of);                                                                 \
    const N one = LibraryCall::scalar<N>(alpha), two = LibraryCall::scalar<N>(beta);                         \
    for (int i = 0; i < count && call.good(); ++i) {                                                         \
      const N* const left = numbers(                                                                         \
          call.reads(lefts[i], ta == CUBLAS_OP_N ? extent(m, k, lda) : extent(k, m, lda)));                  \
      const N* const right = numbers(                                                                        \
          call.reads(rights[i], tb == CUBLAS_OP_N ? extent(k, n, ldb) : extent(n, k, ldb)));                 \
      N* const to = numbers(call.writes(tos[i], extent(m, n, ldc)));                                         \
      if (call.good()) multiply<N>(ta, tb, m, n, k, one, left, lda, right, ldb, two, to, ldc);               \
    }                                                                                                        \
    return call.good() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;                             \
  }
WS_GEMM(S, float)
WS_GEMM(D, double)
WS_GEMM(C, cuComplex)
WS_GEMM(Z, cuDoubleComplex)
#undef WS_GEMM

cublasStatus_t __ws_cublas_gemm(cublasHandle_t handle, const char* name, cublasOperation_t ta,
                                cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* a,
                                cudaDataType a_type, int lda, long long stride_a, const void* b,
                                cudaDataType b_type, int ldb, long long stride_b, const void* beta, void* c,
                                cudaDataType c_type, int ldc, long long stride_c, int count,
                                cudaDataType scale_type) {
  const auto real = [](cudaDataType type) { return type != CUDA_C_32F && type != CUDA_C_64F; };
  if (a_type == c_type && b_type == c_type && c_type == CUDA_C_32F)
    return cublasCgemmStridedBatched(
        handle, ta, tb, m, n, k, static_cast<const cuComplex*>(alpha), static_cast<const cuComplex*>(a), lda,
        stride_a, static_cast<const cuComplex*>(b), ldb, stride_b, static_cast<const cuComplex*>(beta),
        static_cast<cuComplex*>(c), ldc, stride_c, count);
  WS_BLAS(name);
  if (bad_sizes(ta, tb, m, n, k, lda, ldb, ldc) || count < 0) return CUBLAS_STATUS_INVALID_VALUE;
  const std::size_t a_bytes = bytes_of(a_type), b_bytes = bytes_of(b_type), c_bytes = bytes_of(c_type);
  if (a_bytes == 0 || b_bytes == 0 || c_bytes == 0 || !real(a_type) || !real(b_type) || !real(c_type))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  Mixed p{ta, tb, m, n, k, 0, 0, nullptr, nullptr, nullptr, a_type, b_type, c_type, lda, ldb, ldc};
  const DeviceWindow& window = runtime().window;
  p.alpha = number_at(window.bytes(reinterpret_cast<std::uint64_t>(alpha)), scale_type, 0);
  p.beta = number_at(window.bytes(reinterpret_cast<std::uint64_t>(beta)), scale_type, 0);
  for (long long i = 0; i < count; ++i) {
    const auto at = [&](const void* base, long long stride, std::size_t bytes) {
      return static_cast<const std::byte*>(base) + i * stride * static_cast<long long>(bytes);
    };
    p.a = call.reads(at(a, stride_a, a_bytes),
                     (ta == CUBLAS_OP_N ? extent(m, k, lda) : extent(k, m, lda)) * a_bytes);
    p.b = call.reads(at(b, stride_b, b_bytes),
                     (tb == CUBLAS_OP_N ? extent(k, n, ldb) : extent(n, k, ldb)) * b_bytes);
    p.c = call.writes(const_cast<std::byte*>(at(c, stride_c, c_bytes)), extent(m, n, ldc) * c_bytes);
    if (!call.good()) return CUBLAS_STATUS_EXECUTION_FAILED;
    if (a_type == CUDA_R_64F || a_type == CUDA_R_8I) multiply_mixed<double>(p);
    else multiply_mixed<float>(p);
  }
  return CUBLAS_STATUS_SUCCESS;
}

} // extern "C"
