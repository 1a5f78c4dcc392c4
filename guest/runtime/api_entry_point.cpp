// cudaGetDriverEntryPoint: the driver's functions by their names, as programs ask for cuTensorMapEncodeTiled
// so that they need not be linked with libcuda.
#include "guest/runtime/driver.h"
#include "guest/runtime/runtime.h"

#include <cstring>
#include <dlfcn.h>

namespace {

/// The driver's functions are among the symbols of this process, where the program's own calls find them.
cudaError_t entry_point(warpscope::guest::Call& call, const char* name, void** function,
                        cudaDriverEntryPointQueryResult* found) {
  if (name == nullptr || function == nullptr) return call.done(cudaErrorInvalidValue);
  const bool of_driver = std::strncmp(name, "cu", 2) == 0 && std::strncmp(name, "cuda", 4) != 0;
  *function = of_driver ? dlsym(RTLD_DEFAULT, name) : nullptr;
  if (found != nullptr)
    *found = *function != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  return call.done(cudaSuccess);
}

} // namespace

extern "C" {

cudaError_t cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long /*flags*/,
                                    cudaDriverEntryPointQueryResult* found) {
  WS_CALL(cudaGetDriverEntryPoint);
  return entry_point(call, name, function, found);
}
cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned int /*version*/,
                                             unsigned long long /*flags*/,
                                             cudaDriverEntryPointQueryResult* found) {
  WS_CALL(cudaGetDriverEntryPointByVersion);
  return entry_point(call, name, function, found);
}

} // extern "C"
