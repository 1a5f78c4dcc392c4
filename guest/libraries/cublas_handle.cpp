// cuBLAS: the handle, its modes, and copies of vectors and matrices.
#include "guest/libraries/cublas.h"

namespace {

cublasStatus_t status_of(cudaError_t error) {
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

/// A vector is a matrix of one column whose rows lie apart: each element is a row of the copy.
cublasStatus_t copy_vector(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t stream,
                           bool waits) {
  if (n < 0 || size <= 0 || incx <= 0 || incy <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto element = static_cast<size_t>(size), count = static_cast<size_t>(n);
  if (incx == 1 && incy == 1)
    return status_of(waits ? cudaMemcpy(y, x, element * count, cudaMemcpyDefault)
                           : cudaMemcpyAsync(y, x, element * count, cudaMemcpyDefault, stream));
  const size_t from = element * static_cast<size_t>(incx), to = element * static_cast<size_t>(incy);
  return status_of(waits ? cudaMemcpy2D(y, to, x, from, element, count, cudaMemcpyDefault)
                         : cudaMemcpy2DAsync(y, to, x, from, element, count, cudaMemcpyDefault, stream));
}

cublasStatus_t copy_matrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb,
                           cudaStream_t stream, bool waits) {
  if (rows < 0 || columns < 0 || size <= 0 || lda < rows || ldb < rows || lda <= 0 || ldb <= 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (rows == 0 || columns == 0) return CUBLAS_STATUS_SUCCESS;
  const auto element = static_cast<size_t>(size), count = static_cast<size_t>(columns);
  const size_t from = element * static_cast<size_t>(lda), to = element * static_cast<size_t>(ldb);
  const size_t width = element * static_cast<size_t>(rows);
  return status_of(waits ? cudaMemcpy2D(b, to, a, from, width, count, cudaMemcpyDefault)
                         : cudaMemcpy2DAsync(b, to, a, from, width, count, cudaMemcpyDefault, stream));
}

} // namespace

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = new cublasContext;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  (void)cudaDeviceSynchronize(); // as the library does
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
  if (version == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *value = type == MAJOR_VERSION   ? CUBLAS_VER_MAJOR
           : type == MINOR_VERSION ? CUBLAS_VER_MINOR
                                   : CUBLAS_VER_PATCH;
  return CUBLAS_STATUS_SUCCESS;
}
#define WS_MODE(name, T, field)                                                                              \
  cublasStatus_t cublasSet##name(cublasHandle_t handle, T value) {                                           \
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;                                             \
    handle->field = value;                                                                                   \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }                                                                                                          \
  cublasStatus_t cublasGet##name(cublasHandle_t handle, T* value) {                                          \
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;                                             \
    *value = handle->field;                                                                                  \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }
WS_MODE(Stream, cudaStream_t, stream)
WS_MODE(PointerMode, cublasPointerMode_t, pointers)
WS_MODE(AtomicsMode, cublasAtomicsMode_t, atomics)
WS_MODE(MathMode, cublasMath_t, math)
#undef WS_MODE
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void*, size_t) {
  return handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_SUCCESS;
}

const char* cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
#define WS_STATUS(name)                                                                                      \
  case name: return #name;
    WS_STATUS(CUBLAS_STATUS_SUCCESS)
    WS_STATUS(CUBLAS_STATUS_NOT_INITIALIZED)
    WS_STATUS(CUBLAS_STATUS_ALLOC_FAILED)
    WS_STATUS(CUBLAS_STATUS_INVALID_VALUE)
    WS_STATUS(CUBLAS_STATUS_ARCH_MISMATCH)
    WS_STATUS(CUBLAS_STATUS_MAPPING_ERROR)
    WS_STATUS(CUBLAS_STATUS_EXECUTION_FAILED)
    WS_STATUS(CUBLAS_STATUS_INTERNAL_ERROR)
    WS_STATUS(CUBLAS_STATUS_NOT_SUPPORTED)
    WS_STATUS(CUBLAS_STATUS_LICENSE_ERROR)
#undef WS_STATUS
  }
  return "CUBLAS_STATUS_UNKNOWN";
}
const char* cublasGetStatusString(cublasStatus_t status) {
  switch (status) {
  case CUBLAS_STATUS_SUCCESS: return "success";
  case CUBLAS_STATUS_NOT_INITIALIZED: return "the library was not initialized";
  case CUBLAS_STATUS_ALLOC_FAILED: return "the resource allocation failed";
  case CUBLAS_STATUS_INVALID_VALUE: return "an unsupported value or parameter was passed to the function";
  case CUBLAS_STATUS_ARCH_MISMATCH:
    return "the function requires an architectural feature absent from the device";
  case CUBLAS_STATUS_MAPPING_ERROR: return "an access to GPU memory space failed";
  case CUBLAS_STATUS_EXECUTION_FAILED: return "the GPU program failed to execute";
  case CUBLAS_STATUS_INTERNAL_ERROR: return "an internal operation failed";
  case CUBLAS_STATUS_NOT_SUPPORTED: return "the functionality requested is not supported";
  case CUBLAS_STATUS_LICENSE_ERROR: return "the license check failed";
  }
  return "unknown status code";
}

cublasStatus_t cublasSetVector(int n, int size, const void* x, int incx, void* y, int incy) {
  return copy_vector(n, size, x, incx, y, incy, nullptr, true);
}
cublasStatus_t cublasGetVector(int n, int size, const void* x, int incx, void* y, int incy) {
  return copy_vector(n, size, x, incx, y, incy, nullptr, true);
}
cublasStatus_t cublasSetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream) {
  return copy_vector(n, size, x, incx, y, incy, stream, false);
}
cublasStatus_t cublasGetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream) {
  return copy_vector(n, size, x, incx, y, incy, stream, false);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb) {
  return copy_matrix(rows, columns, size, a, lda, b, ldb, nullptr, true);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb) {
  return copy_matrix(rows, columns, size, a, lda, b, ldb, nullptr, true);
}
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void* a, int lda, void* b, int ldb,
                                    cudaStream_t stream) {
  return copy_matrix(rows, columns, size, a, lda, b, ldb, stream, false);
}
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void* a, int lda, void* b, int ldb,
                                    cudaStream_t stream) {
  return copy_matrix(rows, columns, size, a, lda, b, ldb, stream, false);
}

} // extern "C"
