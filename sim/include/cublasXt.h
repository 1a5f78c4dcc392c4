// cuBLASXt: products of matrices that lie anywhere, on the host or on the device, computed by guest/libraries.
// Not modelled: several devices and tiles; one device computes the whole product.
#pragma once
#include "cublas_v2.h"
#if defined(__WARPSCOPE_PROGRAM__) || defined(__WARPSCOPE_GUEST__)
struct cublasXtContext;
typedef struct cublasXtContext *cublasXtHandle_t;
typedef enum { CUBLASXT_PINNING_DISABLED = 0, CUBLASXT_PINNING_ENABLED = 1 } cublasXtPinnedMemMode_t;
extern "C" {
cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle);
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int devices[]);
cublasStatus_t cublasXtGetNumBoards(int count, int devices[], int *boards);
cublasStatus_t cublasXtMaxBoards(int *boards);
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int size);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *size);
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode);
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t *mode);
#define __WS_BLAS(L, T) \
  cublasStatus_t cublasXt##L##gemm(cublasXtHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, size_t m, size_t n, size_t k, const T *alpha, const T *a, size_t lda, const T *b, size_t ldb, const T *beta, T *c, size_t ldc);
__WS_BLAS(S, float)
__WS_BLAS(D, double)
__WS_BLAS(C, cuComplex)
__WS_BLAS(Z, cuDoubleComplex)
#undef __WS_BLAS
}
#endif
