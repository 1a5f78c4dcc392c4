// cuBLAS as programs include it, its handle, and the mathematics behind more than one of its files.
#pragma once

#include "guest/libraries/library_call.h"
#pragma GCC system_header
#include "sim/include/cublas_v2.h"

#include <complex>
#include <type_traits>

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
};

namespace warpscope::guest {

/// The type that is calculated with: a pair is a complex number.
template <class T> struct Number {
  using Type = T;
};
template <> struct Number<cuComplex> {
  using Type = std::complex<float>;
};
template <> struct Number<cuDoubleComplex> {
  using Type = std::complex<double>;
};
template <class T> using NumberOf = typename Number<T>::Type;
template <class T> const NumberOf<T>* numbers(const T* data) {
  return reinterpret_cast<const NumberOf<T>*>(data);
}
template <class T> NumberOf<T>* numbers(T* data) { return reinterpret_cast<NumberOf<T>*>(data); }

template <class N> N conjugate(N value) {
  if constexpr (std::is_floating_point_v<N>) return value;
  else return std::conj(value);
}
template <class N> N element(const N* a, int lda, cublasOperation_t operation, long row, long column) {
  if (operation == CUBLAS_OP_N) return a[row + column * lda];
  const N value = a[column + row * lda];
  return operation == CUBLAS_OP_C ? conjugate(value) : value;
}
/// Elements from a matrix's first to its last.
inline std::uint64_t extent(long rows, long columns, long leading) {
  return rows <= 0 || columns <= 0 ? 0 : static_cast<std::uint64_t>(leading * (columns - 1) + rows);
}
inline std::uint64_t extent(long count, long step) {
  return count <= 0 ? 0 : static_cast<std::uint64_t>((count - 1) * (step < 0 ? -step : step) + 1);
}
/// The first element of a vector: with a negative step it is the last in memory.
template <class N> N* first(N* data, long count, long step) {
  return step < 0 ? data - (count - 1) * step : data;
}

/// Bytes of a number; 0: the type is none of a product's. Its value, and the nearest one to a value
/// (cublas_products.cpp).
std::size_t bytes_of(cudaDataType type);
double number_at(const std::byte* data, cudaDataType type, std::uint64_t index);
void put_number(std::byte* data, cudaDataType type, std::uint64_t index, double number);

/// C = alpha op(A) op(B) + beta C, column-major; C is not read where beta is 0.
template <class N>
void multiply(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, N alpha, const N* a, int lda,
              const N* b, int ldb, N beta, N* c, int ldc);
extern template void multiply(cublasOperation_t, cublasOperation_t, int, int, int, float, const float*, int,
                              const float*, int, float, float*, int);
extern template void multiply(cublasOperation_t, cublasOperation_t, int, int, int, double, const double*, int,
                              const double*, int, double, double*, int);
extern template void multiply(cublasOperation_t, cublasOperation_t, int, int, int, std::complex<float>,
                              const std::complex<float>*, int, const std::complex<float>*, int,
                              std::complex<float>, std::complex<float>*, int);
extern template void multiply(cublasOperation_t, cublasOperation_t, int, int, int, std::complex<double>,
                              const std::complex<double>*, int, const std::complex<double>*, int,
                              std::complex<double>, std::complex<double>*, int);

} // namespace warpscope::guest

#define WS_BLAS(function)                                                                                    \
  using namespace warpscope::guest;                                                                          \
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;                                               \
  LibraryCall call(function, __builtin_frame_address(0), handle->stream)
