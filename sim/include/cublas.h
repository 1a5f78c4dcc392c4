// The first API of cuBLAS, in terms of the second: one handle that cublasInit() makes, scalars by value, results returned,
// the last status kept for cublasGetError().
// Not modelled: Packed, banded and Hermitian matrices.
#pragma once
#ifdef __WARPSCOPE_PROGRAM__
#include "cublas_v2.h"
#define __WS_V1 inline __attribute__((always_inline, nodebug))
typedef cublasStatus_t cublasStatus;
struct __ws_cublas_first {
  cublasHandle_t handle = nullptr;
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
};
inline __ws_cublas_first __ws_cublas_v1;
__WS_V1 void __ws_v1(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) __ws_cublas_v1.status = status;
}
__WS_V1 cublasStatus_t cublasInit() {
  return __ws_cublas_v1.handle != nullptr ? CUBLAS_STATUS_SUCCESS : cublasCreate(&__ws_cublas_v1.handle);
}
__WS_V1 cublasStatus_t cublasShutdown() {
  if (__ws_cublas_v1.handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const cublasStatus_t status = cublasDestroy(__ws_cublas_v1.handle);
  __ws_cublas_v1.handle = nullptr;
  return status;
}
__WS_V1 cublasStatus_t cublasGetError() {
  const cublasStatus_t status = __ws_cublas_v1.status;
  __ws_cublas_v1.status = CUBLAS_STATUS_SUCCESS;
  return status;
}
__WS_V1 cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
  return cublasSetStream(__ws_cublas_v1.handle, stream);
}
__WS_V1 cublasStatus_t cublasAlloc(int count, int size, void **pointer) {
  return cudaMalloc(pointer, (size_t)count * (size_t)size) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                                          : CUBLAS_STATUS_ALLOC_FAILED;
}
__WS_V1 cublasStatus_t cublasFree(void *pointer) {
  return cudaFree(pointer) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
__WS_V1 cublasOperation_t __ws_transposes(char c) {
  return c == 'n' || c == 'N' ? CUBLAS_OP_N : c == 't' || c == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
}
__WS_V1 cublasFillMode_t __ws_fills(char c) {
  return c == 'u' || c == 'U' ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
}
__WS_V1 cublasSideMode_t __ws_side(char c) {
  return c == 'l' || c == 'L' ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
}
__WS_V1 cublasDiagType_t __ws_diagonal(char c) {
  return c == 'u' || c == 'U' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
}

// T: the elements; R: their real numbers; A: what asum and nrm2 are called for them; I: amax and amin.
#define __WS_BLAS(L, T, R, I, A)                                                                             \
  __WS_V1 void cublas##L##axpy(int n, T alpha, const T *x, int incx, T *y, int incy) {                       \
    __ws_v1(cublas##L##axpy(__ws_cublas_v1.handle, n, &alpha, x, incx, y, incy));                            \
  }                                                                                                          \
  __WS_V1 void cublas##L##scal(int n, T alpha, T *x, int incx) {                                             \
    __ws_v1(cublas##L##scal(__ws_cublas_v1.handle, n, &alpha, x, incx));                                     \
  }                                                                                                          \
  __WS_V1 void cublas##L##copy(int n, const T *x, int incx, T *y, int incy) {                                \
    __ws_v1(cublas##L##copy(__ws_cublas_v1.handle, n, x, incx, y, incy));                                    \
  }                                                                                                          \
  __WS_V1 void cublas##L##swap(int n, T *x, int incx, T *y, int incy) {                                      \
    __ws_v1(cublas##L##swap(__ws_cublas_v1.handle, n, x, incx, y, incy));                                    \
  }                                                                                                          \
  __WS_V1 R cublas##A##nrm2(int n, const T *x, int incx) {                                                   \
    R result{};                                                                                              \
    __ws_v1(cublas##A##nrm2(__ws_cublas_v1.handle, n, x, incx, &result));                                    \
    return result;                                                                                           \
  }                                                                                                          \
  __WS_V1 R cublas##A##asum(int n, const T *x, int incx) {                                                   \
    R result{};                                                                                              \
    __ws_v1(cublas##A##asum(__ws_cublas_v1.handle, n, x, incx, &result));                                    \
    return result;                                                                                           \
  }                                                                                                          \
  __WS_V1 int cublasI##I##amax(int n, const T *x, int incx) {                                                \
    int result = 0;                                                                                          \
    __ws_v1(cublasI##I##amax(__ws_cublas_v1.handle, n, x, incx, &result));                                   \
    return result;                                                                                           \
  }                                                                                                          \
  __WS_V1 int cublasI##I##amin(int n, const T *x, int incx) {                                                \
    int result = 0;                                                                                          \
    __ws_v1(cublasI##I##amin(__ws_cublas_v1.handle, n, x, incx, &result));                                   \
    return result;                                                                                           \
  }                                                                                                          \
  __WS_V1 void cublas##L##gemv(char trans, int m, int n, T alpha, const T *a, int lda, const T *x, int incx, \
                               T beta, T *y, int incy) {                                                     \
    __ws_v1(cublas##L##gemv(__ws_cublas_v1.handle, __ws_transposes(trans), m, n, &alpha, a, lda, x, incx,    \
                            &beta, y, incy));                                                                \
  }                                                                                                          \
  __WS_V1 void cublas##L##gemm(char ta, char tb, int m, int n, int k, T alpha, const T *a, int lda,          \
                               const T *b, int ldb, T beta, T *c, int ldc) {                                 \
    __ws_v1(cublas##L##gemm(__ws_cublas_v1.handle, __ws_transposes(ta), __ws_transposes(tb), m, n, k,        \
                            &alpha, a, lda, b, ldb, &beta, c, ldc));                                         \
  }                                                                                                          \
  __WS_V1 void cublas##L##trsm(char side, char fill, char trans, char diagonal, int m, int n, T alpha,       \
                               const T *a, int lda, T *b, int ldb) {                                         \
    __ws_v1(cublas##L##trsm(__ws_cublas_v1.handle, __ws_side(side), __ws_fills(fill),                        \
                            __ws_transposes(trans), __ws_diagonal(diagonal), m, n, &alpha, a, lda, b, ldb)); \
  }                                                                                                          \
  __WS_V1 void cublas##L##trmm(char side, char fill, char trans, char diagonal, int m, int n, T alpha,       \
                               const T *a, int lda, T *b, int ldb) {                                         \
    __ws_v1(cublas##L##trmm(__ws_cublas_v1.handle, __ws_side(side), __ws_fills(fill),                        \
                            __ws_transposes(trans), __ws_diagonal(diagonal), m, n, &alpha, a, lda, b, ldb,   \
                            b, ldb));                                                                        \
  }                                                                                                          \
  __WS_V1 void cublas##L##syrk(char fill, char trans, int n, int k, T alpha, const T *a, int lda, T beta,    \
                               T *c, int ldc) {                                                              \
    __ws_v1(cublas##L##syrk(__ws_cublas_v1.handle, __ws_fills(fill), __ws_transposes(trans), n, k, &alpha,   \
                            a, lda, &beta, c, ldc));                                                         \
  }                                                                                                          \
  __WS_V1 void cublas##L##symm(char side, char fill, int m, int n, T alpha, const T *a, int lda, const T *b, \
                               int ldb, T beta, T *c, int ldc) {                                             \
    __ws_v1(cublas##L##symm(__ws_cublas_v1.handle, __ws_side(side), __ws_fills(fill), m, n, &alpha, a, lda,  \
                            b, ldb, &beta, c, ldc));                                                         \
  }                                                                                                          \
  __WS_V1 void cublas##L##trsv(char fill, char trans, char diagonal, int n, const T *a, int lda, T *x,       \
                               int incx) {                                                                   \
    __ws_v1(cublas##L##trsv(__ws_cublas_v1.handle, __ws_fills(fill), __ws_transposes(trans),                 \
                            __ws_diagonal(diagonal), n, a, lda, x, incx));                                   \
  }                                                                                                          \
  __WS_V1 void cublas##L##trmv(char fill, char trans, char diagonal, int n, const T *a, int lda, T *x,       \
                               int incx) {                                                                   \
    __ws_v1(cublas##L##trmv(__ws_cublas_v1.handle, __ws_fills(fill), __ws_transposes(trans),                 \
                            __ws_diagonal(diagonal), n, a, lda, x, incx));                                   \
  }
__WS_BLAS(S, float, float, s, S)
__WS_BLAS(D, double, double, d, D)
__WS_BLAS(C, cuComplex, float, c, Sc)
__WS_BLAS(Z, cuDoubleComplex, double, z, Dz)
#undef __WS_BLAS
#define __WS_BLAS(L, T, name)                                                                                \
  __WS_V1 T cublas##L##dot##name(int n, const T *x, int incx, const T *y, int incy) {                        \
    T result{};                                                                                              \
    __ws_v1(cublas##L##dot##name(__ws_cublas_v1.handle, n, x, incx, y, incy, &result));                      \
    return result;                                                                                           \
  }                                                                                                          \
  __WS_V1 void cublas##L##ger##name(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, \
                                    int lda) {                                                               \
    __ws_v1(cublas##L##ger##name(__ws_cublas_v1.handle, m, n, &alpha, x, incx, y, incy, a, lda));            \
  }
__WS_BLAS(S, float, )
__WS_BLAS(D, double, )
__WS_BLAS(C, cuComplex, u)
__WS_BLAS(C, cuComplex, c)
__WS_BLAS(Z, cuDoubleComplex, u)
__WS_BLAS(Z, cuDoubleComplex, c)
#undef __WS_BLAS
#define __WS_BLAS(L, T)                                                                                      \
  __WS_V1 void cublas##L##rot(int n, T *x, int incx, T *y, int incy, T c, T s) {                             \
    __ws_v1(cublas##L##rot(__ws_cublas_v1.handle, n, x, incx, y, incy, &c, &s));                             \
  }                                                                                                          \
  __WS_V1 void cublas##L##symv(char fill, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, \
                               T *y, int incy) {                                                             \
    __ws_v1(cublas##L##symv(__ws_cublas_v1.handle, __ws_fills(fill), n, &alpha, a, lda, x, incx, &beta, y,   \
                            incy));                                                                          \
  }
__WS_BLAS(S, float)
__WS_BLAS(D, double)
#undef __WS_BLAS
#undef __WS_V1
#endif
