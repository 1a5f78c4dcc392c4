// cuBLASXt: products of matrices of the host or the device.
#include "guest/libraries/cublasxt.h"

struct cublasXtContext {
  int block = 4096;
  cublasXtPinnedMemMode_t pinning = CUBLASXT_PINNING_DISABLED;
};

namespace {

using warpscope::guest::DeviceWindow;
using warpscope::guest::LibraryCall;

/// Where the bytes lie for this process: a pointer of the host is what it says.
template <class T> const T* reads(LibraryCall& call, const T* data, std::uint64_t count) {
  return DeviceWindow::contains(reinterpret_cast<std::uint64_t>(data)) ? call.reads(data, count) : data;
}
template <class T> T* writes(LibraryCall& call, T* data, std::uint64_t count) {
  return DeviceWindow::contains(reinterpret_cast<std::uint64_t>(data)) ? call.writes(data, count) : data;
}

} // namespace

extern "C" {

cublasStatus_t cublasXtCreate(cublasXtHandle_t* handle) {
  return *handle = new cublasXtContext, CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int devices[]) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  for (int i = 0; i < count; ++i)
    if (devices[i] != 0) return CUBLAS_STATUS_INVALID_VALUE; // there is one device
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetNumBoards(int, int[], int* boards) { return *boards = 1, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasXtMaxBoards(int* boards) { return *boards = 32, CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int size) {
  return handle->block = size, CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int* size) {
  return *size = handle->block, CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode) {
  return handle->pinning = mode, CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode) {
  return *mode = handle->pinning, CUBLAS_STATUS_SUCCESS;
}

#define WS_GEMM(L, T)                                                                                        \
  cublasStatus_t cublasXt##L##gemm(cublasXtHandle_t handle, cublasOperation_t ta, cublasOperation_t tb,      \
                                   size_t m, size_t n, size_t k, const T* alpha, const T* a, size_t lda,     \
                                   const T* b, size_t ldb, const T* beta, T* c, size_t ldc) {                \
    using namespace warpscope::guest;                                                                        \
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;                                             \
    LibraryCall call(__func__, __builtin_frame_address(0), nullptr);                                         \
    const auto rows = static_cast<int>(m), columns = static_cast<int>(n), inner = static_cast<int>(k);       \
    const auto a_ld = static_cast<int>(lda), b_ld = static_cast<int>(ldb), c_ld = static_cast<int>(ldc);     \
    const bool na = ta == CUBLAS_OP_N, nb = tb == CUBLAS_OP_N;                                               \
    const auto* const left = numbers(                                                                        \
        reads(call, a, na ? extent(rows, inner, a_ld) : extent(inner, rows, a_ld)));                         \
    const auto* const right = numbers(                                                                       \
        reads(call, b, nb ? extent(inner, columns, b_ld) : extent(columns, inner, b_ld)));                   \
    auto* const to = numbers(writes(call, c, extent(rows, columns, c_ld)));                                  \
    if (!call.good()) return CUBLAS_STATUS_EXECUTION_FAILED;                                                 \
    using N = NumberOf<T>;                                                                                   \
    multiply<N>(ta, tb, rows, columns, inner, LibraryCall::scalar<N>(alpha), left, a_ld, right, b_ld,        \
                LibraryCall::scalar<N>(beta), to, c_ld);                                                     \
    return CUBLAS_STATUS_SUCCESS;                                                                            \
  }
WS_GEMM(S, float)
WS_GEMM(D, double)
WS_GEMM(C, cuComplex)
WS_GEMM(Z, cuDoubleComplex)
#undef WS_GEMM

} // extern "C"
