// A driver with one GPU that does nothing, as libcuda.so.1: device memory is the host's, launches end at
// once. For the tests of what warpscope-measure says where something is missing. WARPSCOPE_FAKE_DRIVER is the
// CUDA version that it speaks (13000); it loads nothing that a newer NVRTC made.
// WARPSCOPE_FAKE_DRIVER_ONCE=1: only the first process finds the GPU.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <link.h>

namespace {

int version() {
  const char* named = std::getenv("WARPSCOPE_FAKE_DRIVER");
  return named == nullptr ? 13000 : std::atoi(named);
}
int some; // what handles point at

/// Whether a libcupti is loaded here.
bool profiled() {
  return dl_iterate_phdr([](dl_phdr_info* library, std::size_t,
                            void*) { return std::strstr(library->dlpi_name, "libcupti") != nullptr ? 1 : 0; },
                         nullptr) != 0;
}

} // namespace

#define FAKE(name, ...) extern "C" [[gnu::visibility("default")]] int name(__VA_ARGS__)

FAKE(cuInit, unsigned) {
  // In this process and not in those that it starts.
  const char* once = std::getenv("WARPSCOPE_FAKE_DRIVER_ONCE");
  if (once == nullptr) return 0;
  if (std::strcmp(once, "1") != 0) return 100; // CUDA_ERROR_NO_DEVICE
  setenv("WARPSCOPE_FAKE_DRIVER_ONCE", "0", 1);
  return 0;
}
FAKE(cuDriverGetVersion, int* out) { return *out = version(), 0; }
FAKE(cuGetErrorName, int code, const char** out) {
  return *out = code == 200 ? "CUDA_ERROR_INVALID_IMAGE" : "CUDA_ERROR_UNKNOWN", 0;
}
FAKE(cuGetErrorString, int code, const char** out) {
  return *out = code == 200 ? "device kernel image is invalid" : "unknown error", 0;
}
FAKE(cuDeviceGetCount, int* out) { return *out = 1, 0; }
FAKE(cuDeviceGet, int* out, int) { return *out = 0, 0; }
FAKE(cuDeviceGetName, char* out, int length, int) {
  return std::snprintf(out, static_cast<std::size_t>(length), "Fake GPU"), 0;
}
FAKE(cuDeviceGetAttribute, int* out, int which,
     int) { // 75, 76: compute capability; 38: L2; 39: threads of a multiprocessor; 16: of them
  *out = which == 75 ? 9 : which == 76 ? 0 : which == 38 ? 4096 : which == 39 ? 2048 : 132;
  return 0;
}
FAKE(cuDeviceTotalMem_v2, std::size_t* out, int) { return *out = std::size_t{1} << 30, 0; }
FAKE(cuDeviceGetPCIBusId, char* out, int, int) { return out[0] = '\0', 0; }
FAKE(cuDevicePrimaryCtxRetain, void** out, int) { return *out = &some, 0; }
FAKE(cuCtxSetCurrent, void*) { return 0; }
FAKE(cuCtxSynchronize, void) { return 0; }
FAKE(cuModuleLoadData, void** out, const void* image) { // the fake NVRTC writes its version there
  *out = &some;
  int made_for = 0;
  std::sscanf(static_cast<const char*>(image), "cubin %d", &made_for);
  return made_for / 1000 > version() / 1000 ? 200 : 0;
}
FAKE(cuModuleUnload, void*) { return 0; }
FAKE(cuModuleGetFunction, void** out, void*, const char*) { return *out = &some, 0; }
FAKE(cuModuleGetGlobal_v2, std::uint64_t* out, std::size_t* bytes, void*, const char*) {
  static char variable[1 << 16]; // a probe writes it all
  *out = reinterpret_cast<std::uint64_t>(variable);
  if (bytes != nullptr) *bytes = 4096;
  return 0;
}
FAKE(cuFuncGetAttribute, int* out, int, void*) { return *out = 32, 0; }
FAKE(cuFuncSetAttribute, void*, int, int) { return 0; }
FAKE(cuOccupancyMaxActiveBlocksPerMultiprocessor, int* out, void*, int, std::size_t) { return *out = 8, 0; }
FAKE(cuMemAlloc_v2, std::uint64_t* out, std::size_t bytes) {
  return *out = reinterpret_cast<std::uint64_t>(std::malloc(bytes)), 0;
}
FAKE(cuMemFree_v2, std::uint64_t memory) { return std::free(reinterpret_cast<void*>(memory)), 0; }
FAKE(cuMemcpyHtoD_v2, std::uint64_t to, const void* from, std::size_t bytes) {
  return std::memcpy(reinterpret_cast<void*>(to), from, bytes), 0;
}
FAKE(cuMemcpyDtoH_v2, void* to, std::uint64_t from, std::size_t bytes) {
  return std::memcpy(to, reinterpret_cast<void*>(from), bytes), 0;
}
FAKE(cuMemcpyDtoDAsync_v2, std::uint64_t to, std::uint64_t from, std::size_t bytes, void*) {
  return std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes), 0;
}
FAKE(cuMemsetD8Async, std::uint64_t to, unsigned char value, std::size_t bytes, void*) {
  if (bytes > (std::size_t{16} << 20)) return 0; // a probe's, of which nothing is read
  return std::memset(reinterpret_cast<void*>(to), value, bytes), 0;
}
FAKE(cuEventCreate, void** out, unsigned) { return *out = &some, 0; }
FAKE(cuEventDestroy_v2, void*) { return 0; }
FAKE(cuEventRecord, void*, void*) { return 0; }
FAKE(cuEventSynchronize, void*) { return 0; }
/// In milliseconds. A launch takes longer in a process with a profiler, as on a real GPU.
FAKE(cuEventElapsedTime, float* out, void*, void*) { return *out = profiled() ? 0.35f : 0.25f, 0; }
FAKE(cuStreamCreate, void** out, unsigned) { return *out = &some, 0; }
FAKE(cuStreamDestroy_v2, void*) { return 0; }
FAKE(cuStreamBeginCapture_v2, void*, int) { return 0; }
FAKE(cuStreamEndCapture, void*, void** out) { return *out = &some, 0; }
FAKE(cuGraphInstantiateWithFlags, void** out, void*, unsigned long long) { return *out = &some, 0; }
FAKE(cuGraphLaunch, void*, void*) { return 0; }
FAKE(cuGraphDestroy, void*) { return 0; }
FAKE(cuGraphExecDestroy, void*) { return 0; }
FAKE(cuLaunchKernel, void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*,
     void**, void**) {
  return 0;
}
FAKE(cuLaunchKernelEx, const void*, void*, void**, void**) { return 0; }
