// cuBLASLt: products of matrices by rows or columns, with a bias, ReLU or GELU behind them.
#include "guest/libraries/cublaslt.h"

#include <cmath>
#include <cstring>

struct cublasLtContext {};
struct cublasLtMatmulPreferenceOpaque_t {};
struct cublasLtMatmulDescOpaque_t {
  cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
  cudaDataType scale = CUDA_R_32F;
  cublasOperation_t ta = CUBLAS_OP_N, tb = CUBLAS_OP_N;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  const void* bias = nullptr;
};
struct cublasLtMatrixLayoutOpaque_t {
  cudaDataType type = CUDA_R_32F;
  std::uint64_t rows = 0, columns = 0;
  std::int64_t leading = 0, stride = 0;
  cublasLtOrder_t order = CUBLASLT_ORDER_COL;
  std::int32_t count = 1;
};

namespace {

using warpscope::guest::LibraryCall;

template <class T> cublasStatus_t take(T& field, const void* value, size_t bytes) {
  if (value == nullptr || bytes < sizeof field) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(&field, value, sizeof field);
  return CUBLAS_STATUS_SUCCESS;
}
cublasOperation_t turned(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
}

/// D's numbers after the product: a bias for each row, then the function.
cublasStatus_t finish(const char* name, void* frame, cudaStream_t stream, cublasLtMatmulDesc_t description,
                      void* d, const cublasLtMatrixLayoutOpaque_t& layout) {
  using namespace warpscope::guest;
  const int which = description->epilogue;
  if (which == CUBLASLT_EPILOGUE_DEFAULT) return CUBLAS_STATUS_SUCCESS;
  if ((which & ~(CUBLASLT_EPILOGUE_RELU_BIAS | CUBLASLT_EPILOGUE_GELU_BIAS)) != 0)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  LibraryCall call(name, frame, stream);
  const bool by_row = layout.order == CUBLASLT_ORDER_ROW;
  const auto rows = static_cast<long>(layout.rows), columns = static_cast<long>(layout.columns);
  const auto ld = static_cast<long>(layout.leading);
  const std::size_t bytes = bytes_of(layout.type);
  std::byte* const to = call.writes(static_cast<std::byte*>(d),
                                    (by_row ? extent(columns, rows, ld) : extent(rows, columns, ld)) * bytes);
  const std::byte* bias = nullptr;
  if ((which & CUBLASLT_EPILOGUE_BIAS) != 0)
    bias = call.reads(static_cast<const std::byte*>(description->bias), layout.rows * bytes);
  if (!call.good()) return CUBLAS_STATUS_EXECUTION_FAILED;
  for (long j = 0; j < columns; ++j)
    for (long i = 0; i < rows; ++i) {
      const auto at = static_cast<std::uint64_t>(by_row ? i * ld + j : i + j * ld);
      double value = number_at(to, layout.type, at);
      if (bias != nullptr) value += number_at(bias, layout.type, static_cast<std::uint64_t>(i));
      if ((which & CUBLASLT_EPILOGUE_RELU) != 0) value = std::fmax(value, 0.0);
      if ((which & CUBLASLT_EPILOGUE_GELU) != 0) // the approximation by tanh, as the library's
        value = 0.5 * value *
                (1 + std::tanh(0.7978845608028654 * (value + 0.044715 * value * value * value)));
      put_number(to, layout.type, at, value);
    }
  return CUBLAS_STATUS_SUCCESS;
}

} // namespace

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  return *handle = new cublasLtContext, CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
size_t cublasLtGetVersion() { return CUBLAS_VERSION; }
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* description, cublasComputeType_t compute,
                                        cudaDataType_t scale) {
  *description = new cublasLtMatmulDescOpaque_t;
  (*description)->compute = compute, (*description)->scale = scale;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t description) {
  delete description;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t description,
                                              cublasLtMatmulDescAttributes_t attribute, const void* value,
                                              size_t bytes) {
  switch (attribute) {
  case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE: return take(description->compute, value, bytes);
  case CUBLASLT_MATMUL_DESC_SCALE_TYPE: return take(description->scale, value, bytes);
  case CUBLASLT_MATMUL_DESC_TRANSA: return take(description->ta, value, bytes);
  case CUBLASLT_MATMUL_DESC_TRANSB: return take(description->tb, value, bytes);
  case CUBLASLT_MATMUL_DESC_EPILOGUE: return take(description->epilogue, value, bytes);
  case CUBLASLT_MATMUL_DESC_BIAS_POINTER: return take(description->bias, value, bytes);
  default: return CUBLAS_STATUS_SUCCESS;
  }
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t, void*,
                                              size_t, size_t*) {
  return CUBLAS_STATUS_NOT_SUPPORTED;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type,
                                          unsigned long rows, unsigned long columns, long leading) {
  *layout = new cublasLtMatrixLayoutOpaque_t;
  (*layout)->type = type, (*layout)->rows = rows, (*layout)->columns = columns, (*layout)->leading = leading;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  delete layout;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute, const void* value,
                                                size_t bytes) {
  switch (attribute) {
  case CUBLASLT_MATRIX_LAYOUT_TYPE: return take(layout->type, value, bytes);
  case CUBLASLT_MATRIX_LAYOUT_ORDER: return take(layout->order, value, bytes);
  case CUBLASLT_MATRIX_LAYOUT_ROWS: return take(layout->rows, value, bytes);
  case CUBLASLT_MATRIX_LAYOUT_COLS: return take(layout->columns, value, bytes);
  case CUBLASLT_MATRIX_LAYOUT_LD: return take(layout->leading, value, bytes);
  case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT: return take(layout->count, value, bytes);
  case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET: return take(layout->stride, value, bytes);
  default: return CUBLAS_STATUS_SUCCESS;
  }
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  return *preference = new cublasLtMatmulPreferenceOpaque_t, CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  delete preference;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t,
                                                    cublasLtMatmulPreferenceAttributes_t, const void*,
                                                    size_t) {
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatmulPreference_t, int wanted,
                                              cublasLtMatmulHeuristicResult_t results[], int* found) {
  if (wanted < 1 || results == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  results[0] = {};
  results[0].state = CUBLAS_STATUS_SUCCESS;
  results[0].wavesCount = 1;
  return *found = 1, CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t description, const void* alpha,
                              const void* a, cublasLtMatrixLayout_t a_layout, const void* b,
                              cublasLtMatrixLayout_t b_layout, const void* beta, const void* c,
                              cublasLtMatrixLayout_t c_layout, void* d, cublasLtMatrixLayout_t d_layout,
                              const cublasLtMatmulAlgo_t*, void*, size_t, cudaStream_t stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (description == nullptr || a_layout == nullptr || b_layout == nullptr || d_layout == nullptr)
    return CUBLAS_STATUS_INVALID_VALUE;
  const bool by_row = d_layout->order == CUBLASLT_ORDER_ROW;
  const auto m = static_cast<int>(d_layout->rows), n = static_cast<int>(d_layout->columns);
  const auto k = static_cast<int>(description->ta == CUBLAS_OP_N ? a_layout->columns : a_layout->rows);
  if (c != nullptr && c != d && c_layout != nullptr) { // what beta multiplies lies elsewhere
    const std::size_t bytes = warpscope::guest::bytes_of(d_layout->type);
    const auto lines = static_cast<std::size_t>(by_row ? m : n),
               length = static_cast<std::size_t>(by_row ? n : m);
    cudaMemcpy2DAsync(d, static_cast<std::size_t>(d_layout->leading) * bytes, c,
                      static_cast<std::size_t>(c_layout->leading) * bytes, length * bytes, lines,
                      cudaMemcpyDeviceToDevice, stream);
  }
  // A matrix by rows is its transposed by columns; D by rows is made of op(B)^T op(A)^T.
  const auto operation = [&](cublasOperation_t given, const cublasLtMatrixLayoutOpaque_t& layout) {
    return (layout.order == CUBLASLT_ORDER_ROW) != by_row ? turned(given) : given;
  };
  cublasContext context;
  context.stream = stream;
  const auto& left = by_row ? *b_layout : *a_layout;
  const auto& right = by_row ? *a_layout : *b_layout;
  const cublasStatus_t status = __ws_cublas_gemm(
      &context, "cublasLtMatmul", operation(by_row ? description->tb : description->ta, left),
      operation(by_row ? description->ta : description->tb, right), by_row ? n : m, by_row ? m : n, k, alpha,
      by_row ? b : a, left.type, static_cast<int>(left.leading), left.stride, by_row ? a : b, right.type,
      static_cast<int>(right.leading), right.stride, beta, d, d_layout->type,
      static_cast<int>(d_layout->leading), d_layout->stride, d_layout->count, description->scale);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  for (int i = 0; i < d_layout->count; ++i)
    if (const cublasStatus_t last = finish(
            __func__, __builtin_frame_address(0), stream, description,
            static_cast<std::byte*>(d) +
                i * d_layout->stride * static_cast<long>(warpscope::guest::bytes_of(d_layout->type)),
            *d_layout);
        last != CUBLAS_STATUS_SUCCESS)
      return last;
  return CUBLAS_STATUS_SUCCESS;
}

} // extern "C"
