// cuSOLVER for dense matrices: factors, solutions, eigenvalues and singular values, by the LAPACK inside OpenBLAS.
// Not modelled: cusolverSp and cusolverRf, batches of factors, mixed precision.
#pragma once
#include "cusolver_common.h"
#if defined(__WARPSCOPE_PROGRAM__) || defined(__WARPSCOPE_GUEST__)
#include <stdint.h>
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
extern "C" {
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream);
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *parameters);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t parameters);
cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t *info);
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info);
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int sweeps);
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort);
// T: the elements; R: their real numbers; E: what the functions for eigenvalues are called; Q: those of an orthogonal matrix.
#define __WS_SOLVER(L, T, R, E, Q) \
  cusolverStatus_t cusolverDn##L##potrf_bufferSize(cusolverDnHandle_t, cublasFillMode_t fill, int n, T *a, int lda, int *work); \
  cusolverStatus_t cusolverDn##L##potrf(cusolverDnHandle_t, cublasFillMode_t fill, int n, T *a, int lda, T *work, int size, int *info); \
  cusolverStatus_t cusolverDn##L##potrs(cusolverDnHandle_t, cublasFillMode_t fill, int n, int columns, const T *a, int lda, T *b, int ldb, int *info); \
  cusolverStatus_t cusolverDn##L##potri_bufferSize(cusolverDnHandle_t, cublasFillMode_t fill, int n, T *a, int lda, int *work); \
  cusolverStatus_t cusolverDn##L##potri(cusolverDnHandle_t, cublasFillMode_t fill, int n, T *a, int lda, T *work, int size, int *info); \
  cusolverStatus_t cusolverDn##L##getrf_bufferSize(cusolverDnHandle_t, int m, int n, T *a, int lda, int *work); \
  cusolverStatus_t cusolverDn##L##getrf(cusolverDnHandle_t, int m, int n, T *a, int lda, T *work, int *pivots, int *info); \
  cusolverStatus_t cusolverDn##L##getrs(cusolverDnHandle_t, cublasOperation_t op, int n, int columns, const T *a, int lda, const int *pivots, T *b, int ldb, int *info); \
  cusolverStatus_t cusolverDn##L##geqrf_bufferSize(cusolverDnHandle_t, int m, int n, T *a, int lda, int *work); \
  cusolverStatus_t cusolverDn##L##geqrf(cusolverDnHandle_t, int m, int n, T *a, int lda, T *tau, T *work, int size, int *info); \
  cusolverStatus_t cusolverDn##L##Q##gqr_bufferSize(cusolverDnHandle_t, int m, int n, int k, const T *a, int lda, const T *tau, int *work); \
  cusolverStatus_t cusolverDn##L##Q##gqr(cusolverDnHandle_t, int m, int n, int k, T *a, int lda, const T *tau, T *work, int size, int *info); \
  cusolverStatus_t cusolverDn##L##Q##mqr_bufferSize(cusolverDnHandle_t, cublasSideMode_t side, cublasOperation_t op, int m, int n, int k, const T *a, int lda, const T *tau, const T *c, int ldc, int *work); \
  cusolverStatus_t cusolverDn##L##Q##mqr(cusolverDnHandle_t, cublasSideMode_t side, cublasOperation_t op, int m, int n, int k, const T *a, int lda, const T *tau, T *c, int ldc, T *work, int size, int *info); \
  cusolverStatus_t cusolverDn##L##gesvd_bufferSize(cusolverDnHandle_t, int m, int n, int *work); \
  cusolverStatus_t cusolverDn##L##gesvd(cusolverDnHandle_t, signed char job_u, signed char job_v, int m, int n, T *a, int lda, R *s, T *u, int ldu, T *vt, int ldvt, T *work, int size, R *real_work, int *info); \
  cusolverStatus_t cusolverDn##E##evd_bufferSize(cusolverDnHandle_t, cusolverEigMode_t mode, cublasFillMode_t fill, int n, const T *a, int lda, const R *w, int *work); \
  cusolverStatus_t cusolverDn##E##evd(cusolverDnHandle_t, cusolverEigMode_t mode, cublasFillMode_t fill, int n, T *a, int lda, R *w, T *work, int size, int *info); \
  cusolverStatus_t cusolverDn##E##evj_bufferSize(cusolverDnHandle_t, cusolverEigMode_t mode, cublasFillMode_t fill, int n, const T *a, int lda, const R *w, int *work, syevjInfo_t); \
  cusolverStatus_t cusolverDn##E##evj(cusolverDnHandle_t, cusolverEigMode_t mode, cublasFillMode_t fill, int n, T *a, int lda, R *w, T *work, int size, int *info, syevjInfo_t); \
  cusolverStatus_t cusolverDn##E##gvd_bufferSize(cusolverDnHandle_t, cusolverEigType_t type, cusolverEigMode_t mode, cublasFillMode_t fill, int n, const T *a, int lda, const T *b, int ldb, const R *w, int *work); \
  cusolverStatus_t cusolverDn##E##gvd(cusolverDnHandle_t, cusolverEigType_t type, cusolverEigMode_t mode, cublasFillMode_t fill, int n, T *a, int lda, T *b, int ldb, R *w, T *work, int size, int *info);
__WS_SOLVER(S, float, float, Ssy, or)
__WS_SOLVER(D, double, double, Dsy, or)
__WS_SOLVER(C, cuComplex, float, Che, un)
__WS_SOLVER(Z, cuDoubleComplex, double, Zhe, un)
#undef __WS_SOLVER
}
#endif
