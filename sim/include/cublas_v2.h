// cuBLAS: the functions of guest/libraries, computed on the host over the device's memory. Enumerations have cuBLAS's
// numbers; the newer names without _v2 are the only ones.
#pragma once
#if defined(__WARPSCOPE_PROGRAM__) || defined(__WARPSCOPE_GUEST__)
#ifndef __WARPSCOPE_GUEST__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif
#include "cuComplex.h"
#include "library_types.h"
#define CUBLAS_API_H_ // the samples' helper_cuda.h asks for these two
#define CUBLAS_V2_H_
#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 2
#define CUBLAS_VERSION 130002

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;
typedef enum {
  CUBLAS_FILL_MODE_LOWER = 0,
  CUBLAS_FILL_MODE_UPPER = 1,
  CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2,
  CUBLAS_OP_HERMITAN = 2,
  CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_ALGO0 = 0,
  CUBLAS_GEMM_ALGO1 = 1,
  CUBLAS_GEMM_ALGO2 = 2,
  CUBLAS_GEMM_ALGO3 = 3,
  CUBLAS_GEMM_ALGO4 = 4,
  CUBLAS_GEMM_ALGO5 = 5,
  CUBLAS_GEMM_ALGO6 = 6,
  CUBLAS_GEMM_ALGO7 = 7,
  CUBLAS_GEMM_ALGO23 = 23,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
  CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
  CUBLAS_GEMM_ALGO15_TENSOR_OP = 115
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;
struct cublasContext;
typedef struct cublasContext *cublasHandle_t;

extern "C" {
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void *a, int lda, void *b, int ldb,
                                    cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void *a, int lda, void *b, int ldb,
                                    cudaStream_t stream);

// T: the elements; R: their real numbers; A: what asum and nrm2 are called for them.
#define __WS_BLAS(L, T, R, I, A)                                                                             \
  cublasStatus_t cublas##L##axpy(cublasHandle_t, int n, const T *alpha, const T *x, int incx, T *y,          \
                                 int incy);                                                                  \
  cublasStatus_t cublas##L##scal(cublasHandle_t, int n, const T *alpha, T *x, int incx);                     \
  cublasStatus_t cublas##L##copy(cublasHandle_t, int n, const T *x, int incx, T *y, int incy);               \
  cublasStatus_t cublas##L##swap(cublasHandle_t, int n, T *x, int incx, T *y, int incy);                     \
  cublasStatus_t cublas##A##nrm2(cublasHandle_t, int n, const T *x, int incx, R *result);                    \
  cublasStatus_t cublas##A##asum(cublasHandle_t, int n, const T *x, int incx, R *result);                    \
  cublasStatus_t cublasI##I##amax(cublasHandle_t, int n, const T *x, int incx, int *result);                 \
  cublasStatus_t cublasI##I##amin(cublasHandle_t, int n, const T *x, int incx, int *result);                 \
  cublasStatus_t cublas##L##gemv(cublasHandle_t, cublasOperation_t, int m, int n, const T *alpha,            \
                                 const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy);  \
  cublasStatus_t cublas##L##gemm(cublasHandle_t, cublasOperation_t, cublasOperation_t, int m, int n, int k,  \
                                 const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta,    \
                                 T *c, int ldc);                                                             \
  cublasStatus_t cublas##L##gemmBatched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int m, int n,  \
                                        int k, const T *alpha, const T *const a[], int lda,                  \
                                        const T *const b[], int ldb, const T *beta, T *const c[], int ldc,   \
                                        int count);                                                          \
  cublasStatus_t cublas##L##gemmStridedBatched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int m,  \
                                               int n, int k, const T *alpha, const T *a, int lda,            \
                                               long long stride_a, const T *b, int ldb, long long stride_b,  \
                                               const T *beta, T *c, int ldc, long long stride_c, int count); \
  cublasStatus_t cublas##L##geam(cublasHandle_t, cublasOperation_t, cublasOperation_t, int m, int n,         \
                                 const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb,    \
                                 T *c, int ldc);                                                             \
  cublasStatus_t cublas##L##trsm(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,      \
                                 cublasDiagType_t, int m, int n, const T *alpha, const T *a, int lda, T *b,  \
                                 int ldb);                                                                   \
  cublasStatus_t cublas##L##syrk(cublasHandle_t, cublasFillMode_t, cublasOperation_t, int n, int k,          \
                                 const T *alpha, const T *a, int lda, const T *beta, T *c, int ldc);         \
  cublasStatus_t cublas##L##symm(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, int m, int n,           \
                                 const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta,    \
                                 T *c, int ldc);
__WS_BLAS(S, float, float, s, S)
__WS_BLAS(D, double, double, d, D)
__WS_BLAS(C, cuComplex, float, c, Sc)
__WS_BLAS(Z, cuDoubleComplex, double, z, Dz)
#undef __WS_BLAS
#define __WS_BLAS(L, T)                                                                                      \
  cublasStatus_t cublas##L##trmm(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,      \
                                 cublasDiagType_t, int m, int n, const T *alpha, const T *a, int lda,        \
                                 const T *b, int ldb, T *c, int ldc);                                        \
  cublasStatus_t cublas##L##trsmBatched(cublasHandle_t, cublasSideMode_t, cublasFillMode_t,                  \
                                        cublasOperation_t, cublasDiagType_t, int m, int n, const T *alpha,   \
                                        const T *const a[], int lda, T *const b[], int ldb, int count);      \
  cublasStatus_t cublas##L##trsv(cublasHandle_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t,      \
                                 int n, const T *a, int lda, T *x, int incx);                                \
  cublasStatus_t cublas##L##trmv(cublasHandle_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t,      \
                                 int n, const T *a, int lda, T *x, int incx);                                \
  cublasStatus_t cublas##L##dgmm(cublasHandle_t, cublasSideMode_t, int m, int n, const T *a, int lda,        \
                                 const T *x, int incx, T *c, int ldc);                                       \
  cublasStatus_t cublas##L##syr(cublasHandle_t, cublasFillMode_t, int n, const T *alpha, const T *x,         \
                                int incx, T *a, int lda);                                                    \
  cublasStatus_t cublas##L##syr2k(cublasHandle_t, cublasFillMode_t, cublasOperation_t, int n, int k,         \
                                  const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta,   \
                                  T *c, int ldc);                                                            \
  cublasStatus_t cublas##L##gemvStridedBatched(cublasHandle_t, cublasOperation_t, int m, int n,              \
                                               const T *alpha, const T *a, int lda, long long stride_a,      \
                                               const T *x, int incx, long long stride_x, const T *beta,      \
                                               T *y, int incy, long long stride_y, int count);               \
  cublasStatus_t cublas##L##getrfBatched(cublasHandle_t, int n, T *const a[], int lda, int *pivots,          \
                                         int *info, int count);                                              \
  cublasStatus_t cublas##L##getrsBatched(cublasHandle_t, cublasOperation_t, int n, int columns,              \
                                         const T *const a[], int lda, const int *pivots, T *const b[],       \
                                         int ldb, int *info, int count);                                     \
  cublasStatus_t cublas##L##getriBatched(cublasHandle_t, int n, const T *const a[], int lda,                 \
                                         const int *pivots, T *const c[], int ldc, int *info, int count);    \
  cublasStatus_t cublas##L##matinvBatched(cublasHandle_t, int n, const T *const a[], int lda,                \
                                          T *const inverse[], int ldi, int *info, int count);
__WS_BLAS(S, float)
__WS_BLAS(D, double)
__WS_BLAS(C, cuComplex)
__WS_BLAS(Z, cuDoubleComplex)
#undef __WS_BLAS
cublasStatus_t cublasSrotg(cublasHandle_t, float *a, float *b, float *c, float *s);
cublasStatus_t cublasDrotg(cublasHandle_t, double *a, double *b, double *c, double *s);
#define __WS_BLAS(L, T, name)                                                                                \
  cublasStatus_t cublas##L##dot##name(cublasHandle_t, int n, const T *x, int incx, const T *y, int incy,     \
                                      T *result);                                                            \
  cublasStatus_t cublas##L##ger##name(cublasHandle_t, int m, int n, const T *alpha, const T *x, int incx,    \
                                      const T *y, int incy, T *a, int lda);
__WS_BLAS(S, float, )
__WS_BLAS(D, double, )
__WS_BLAS(C, cuComplex, u)
__WS_BLAS(C, cuComplex, c)
__WS_BLAS(Z, cuDoubleComplex, u)
__WS_BLAS(Z, cuDoubleComplex, c)
#undef __WS_BLAS
cublasStatus_t cublasSrot(cublasHandle_t, int n, float *x, int incx, float *y, int incy, const float *c,
                          const float *s);
cublasStatus_t cublasDrot(cublasHandle_t, int n, double *x, int incx, double *y, int incy, const double *c,
                          const double *s);
cublasStatus_t cublasSsymv(cublasHandle_t, cublasFillMode_t, int n, const float *alpha, const float *a,
                           int lda, const float *x, int incx, const float *beta, float *y, int incy);
cublasStatus_t cublasDsymv(cublasHandle_t, cublasFillMode_t, int n, const double *alpha, const double *a,
                           int lda, const double *x, int incx, const double *beta, double *y, int incy);
cublasStatus_t __ws_cublas_gemm(cublasHandle_t, const char *name, cublasOperation_t, cublasOperation_t, int m,
                                int n, int k, const void *alpha, const void *a, cudaDataType a_type, int lda,
                                long long stride_a, const void *b, cudaDataType b_type, int ldb,
                                long long stride_b, const void *beta, void *c, cudaDataType c_type, int ldc,
                                long long stride_c, int count, cudaDataType scale_type);
#ifndef __WARPSCOPE_GUEST__
} // extern "C"
/// The type of alpha and beta for a computation; older programs name the type itself.
inline cudaDataType __ws_scale_type(cublasComputeType_t compute, cudaDataType c_type) {
  switch (compute) {
  case CUBLAS_COMPUTE_16F:
  case CUBLAS_COMPUTE_16F_PEDANTIC: return CUDA_R_16F;
  case CUBLAS_COMPUTE_64F:
  case CUBLAS_COMPUTE_64F_PEDANTIC: return c_type == CUDA_C_64F ? CUDA_C_64F : CUDA_R_64F;
  case CUBLAS_COMPUTE_32I:
  case CUBLAS_COMPUTE_32I_PEDANTIC: return CUDA_R_32I;
  default: return c_type == CUDA_C_32F ? CUDA_C_32F : CUDA_R_32F;
  }
}
inline cudaDataType __ws_scale_type(cudaDataType compute, cudaDataType) { return compute; }
template <class Compute> // cublasComputeType_t or cudaDataType
inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,
                                   int n, int k, const void *alpha, const void *a, cudaDataType a_type,
                                   int lda, const void *b, cudaDataType b_type, int ldb, const void *beta,
                                   void *c, cudaDataType c_type, int ldc, Compute compute, cublasGemmAlgo_t) {
  return __ws_cublas_gemm(handle, "cublasGemmEx", ta, tb, m, n, k, alpha, a, a_type, lda, 0, b, b_type, ldb,
                          0, beta, c, c_type, ldc, 0, 1, __ws_scale_type(compute, c_type));
}
template <class Compute>
inline cublasStatus_t
cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n,
                           int k, const void *alpha, const void *a, cudaDataType a_type, int lda,
                           long long stride_a, const void *b, cudaDataType b_type, int ldb,
                           long long stride_b, const void *beta, void *c, cudaDataType c_type, int ldc,
                           long long stride_c, int count, Compute compute, cublasGemmAlgo_t) {
  return __ws_cublas_gemm(handle, "cublasGemmStridedBatchedEx", ta, tb, m, n, k, alpha, a, a_type, lda,
                          stride_a, b, b_type, ldb, stride_b, beta, c, c_type, ldc, stride_c, count,
                          __ws_scale_type(compute, c_type));
}
inline cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,
                                    int n, int k, const float *alpha, const void *a, cudaDataType a_type,
                                    int lda, const void *b, cudaDataType b_type, int ldb, const float *beta,
                                    void *c, cudaDataType c_type, int ldc) {
  return __ws_cublas_gemm(handle, "cublasSgemmEx", ta, tb, m, n, k, alpha, a, a_type, lda, 0, b, b_type, ldb,
                          0, beta, c, c_type, ldc, 0, 1, CUDA_R_32F);
}
inline cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,
                                  int n, int k, const __half *alpha, const __half *a, int lda,
                                  const __half *b, int ldb, const __half *beta, __half *c, int ldc) {
  return __ws_cublas_gemm(handle, "cublasHgemm", ta, tb, m, n, k, alpha, a, CUDA_R_16F, lda, 0, b, CUDA_R_16F,
                          ldb, 0, beta, c, CUDA_R_16F, ldc, 0, 1, CUDA_R_16F);
}
inline cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t ta,
                                                cublasOperation_t tb, int m, int n, int k,
                                                const __half *alpha, const __half *a, int lda,
                                                long long stride_a, const __half *b, int ldb,
                                                long long stride_b, const __half *beta, __half *c, int ldc,
                                                long long stride_c, int count) {
  return __ws_cublas_gemm(handle, "cublasHgemmStridedBatched", ta, tb, m, n, k, alpha, a, CUDA_R_16F, lda,
                          stride_a, b, CUDA_R_16F, ldb, stride_b, beta, c, CUDA_R_16F, ldc, stride_c, count,
                          CUDA_R_16F);
}
#else
} // extern "C"
#endif
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasGetVersion_v2 cublasGetVersion
#define cublasSetStream_v2 cublasSetStream
#define cublasGetStream_v2 cublasGetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasGetPointerMode_v2 cublasGetPointerMode
#define cublasSetWorkspace_v2 cublasSetWorkspace
#define cublasSaxpy_v2 cublasSaxpy
#define cublasSscal_v2 cublasSscal
#define cublasScopy_v2 cublasScopy
#define cublasSswap_v2 cublasSswap
#define cublasSgemv_v2 cublasSgemv
#define cublasSgemm_v2 cublasSgemm
#define cublasStrsm_v2 cublasStrsm
#define cublasSsyrk_v2 cublasSsyrk
#define cublasSsymm_v2 cublasSsymm
#define cublasStrmm_v2 cublasStrmm
#define cublasStrsv_v2 cublasStrsv
#define cublasStrmv_v2 cublasStrmv
#define cublasSsyr_v2 cublasSsyr
#define cublasSsyr2k_v2 cublasSsyr2k
#define cublasDaxpy_v2 cublasDaxpy
#define cublasDscal_v2 cublasDscal
#define cublasDcopy_v2 cublasDcopy
#define cublasDswap_v2 cublasDswap
#define cublasDgemv_v2 cublasDgemv
#define cublasDgemm_v2 cublasDgemm
#define cublasDtrsm_v2 cublasDtrsm
#define cublasDsyrk_v2 cublasDsyrk
#define cublasDsymm_v2 cublasDsymm
#define cublasDtrmm_v2 cublasDtrmm
#define cublasDtrsv_v2 cublasDtrsv
#define cublasDtrmv_v2 cublasDtrmv
#define cublasDsyr_v2 cublasDsyr
#define cublasDsyr2k_v2 cublasDsyr2k
#define cublasCaxpy_v2 cublasCaxpy
#define cublasCscal_v2 cublasCscal
#define cublasCcopy_v2 cublasCcopy
#define cublasCswap_v2 cublasCswap
#define cublasCgemv_v2 cublasCgemv
#define cublasCgemm_v2 cublasCgemm
#define cublasCtrsm_v2 cublasCtrsm
#define cublasCsyrk_v2 cublasCsyrk
#define cublasCsymm_v2 cublasCsymm
#define cublasCtrmm_v2 cublasCtrmm
#define cublasCtrsv_v2 cublasCtrsv
#define cublasCtrmv_v2 cublasCtrmv
#define cublasCsyr_v2 cublasCsyr
#define cublasCsyr2k_v2 cublasCsyr2k
#define cublasZaxpy_v2 cublasZaxpy
#define cublasZscal_v2 cublasZscal
#define cublasZcopy_v2 cublasZcopy
#define cublasZswap_v2 cublasZswap
#define cublasZgemv_v2 cublasZgemv
#define cublasZgemm_v2 cublasZgemm
#define cublasZtrsm_v2 cublasZtrsm
#define cublasZsyrk_v2 cublasZsyrk
#define cublasZsymm_v2 cublasZsymm
#define cublasZtrmm_v2 cublasZtrmm
#define cublasZtrsv_v2 cublasZtrsv
#define cublasZtrmv_v2 cublasZtrmv
#define cublasZsyr_v2 cublasZsyr
#define cublasZsyr2k_v2 cublasZsyr2k
#define cublasSnrm2_v2 cublasSnrm2
#define cublasSasum_v2 cublasSasum
#define cublasDnrm2_v2 cublasDnrm2
#define cublasDasum_v2 cublasDasum
#define cublasScnrm2_v2 cublasScnrm2
#define cublasScasum_v2 cublasScasum
#define cublasDznrm2_v2 cublasDznrm2
#define cublasDzasum_v2 cublasDzasum
#define cublasIsamax_v2 cublasIsamax
#define cublasIsamin_v2 cublasIsamin
#define cublasIdamax_v2 cublasIdamax
#define cublasIdamin_v2 cublasIdamin
#define cublasIcamax_v2 cublasIcamax
#define cublasIcamin_v2 cublasIcamin
#define cublasIzamax_v2 cublasIzamax
#define cublasIzamin_v2 cublasIzamin
#define cublasSdot_v2 cublasSdot
#define cublasDdot_v2 cublasDdot
#define cublasCdotu_v2 cublasCdotu
#define cublasCdotc_v2 cublasCdotc
#define cublasZdotu_v2 cublasZdotu
#define cublasZdotc_v2 cublasZdotc
#define cublasSger_v2 cublasSger
#define cublasDger_v2 cublasDger
#define cublasCgeru_v2 cublasCgeru
#define cublasCgerc_v2 cublasCgerc
#define cublasZgeru_v2 cublasZgeru
#define cublasZgerc_v2 cublasZgerc
#define cublasSrot_v2 cublasSrot
#define cublasDrot_v2 cublasDrot
#define cublasSsymv_v2 cublasSsymv
#define cublasDsymv_v2 cublasDsymv
#define cublasSrotg_v2 cublasSrotg
#define cublasDrotg_v2 cublasDrotg
#endif
