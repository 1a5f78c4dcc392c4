// cudaGetLastError() and what errors are called.
#include "guest/runtime/runtime.h"

using namespace warpscope::guest;

namespace {

struct ErrorRow {
  const char *name, *text;
};
const ErrorRow* row_of(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define WS_CUDA_ERROR(name, number, text)                                                                    \
  case number: {                                                                                             \
    static constexpr ErrorRow row{#name, text};                                                              \
    return &row;                                                                                             \
  }
#include "sim/include/__warpscope/cuda_errors.def"
#undef WS_CUDA_ERROR
  default: return nullptr;
  }
}

cudaError_t read_error(bool take) {
  Runtime& r = runtime();
  const std::lock_guard hold(r.lock);
  const cudaError_t error = last_error();
  if (error != cudaSuccess) r.read_error();
  if (take) last_error() = cudaSuccess;
  return error;
}

} // namespace

extern "C" {

cudaError_t cudaGetLastError() { return read_error(true); }
cudaError_t cudaPeekAtLastError() { return read_error(false); }

const char* cudaGetErrorName(cudaError_t error) {
  const ErrorRow* const row = row_of(error);
  return row != nullptr ? row->name : "unrecognized error code";
}
const char* cudaGetErrorString(cudaError_t error) {
  const ErrorRow* const row = row_of(error);
  return row != nullptr ? row->text : "unrecognized error code";
}

} // extern "C"
