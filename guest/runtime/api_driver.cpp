// The everyday part of the driver API, in terms of the runtime's: one device, one context, the same numbers
// of errors.
#include "guest/runtime/driver.h"
#include "guest/runtime/runtime.h"

#include <cstdio>
#include <cstring>

struct CUctx_st {
  int device = 0;
};

namespace {

CUctx_st the_context;
thread_local std::vector<CUcontext> contexts; ///< the last is the current one

CUresult of(cudaError_t error) { return static_cast<CUresult>(error); }
void* at(CUdeviceptr pointer) { return reinterpret_cast<void*>(pointer); }

CUresult fill(const char* function, void* frame, CUdeviceptr to, const void* value, std::size_t size,
              std::size_t count, CUstream stream, bool asynchronous) {
  using namespace warpscope::guest;
  Call call(function, frame);
  if (runtime().sticky != cudaSuccess) return of(runtime().sticky);
  if (count == 0) return CUDA_SUCCESS;
  CopyOperation what;
  what.function = function;
  what.to = to;
  what.row_bytes = size * count;
  what.direction = cudaMemcpyDefault;
  what.asynchronous = asynchronous;
  what.pattern.resize(size);
  std::memcpy(what.pattern.data(), value, size);
  return of(submit(call, stream, what));
}

} // namespace

extern "C" {

CUresult cuInit(unsigned int flags) { return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }
CUresult cuDriverGetVersion(int* version) { return of(cudaDriverGetVersion(version)); }
CUresult cuGetErrorString(CUresult error, const char** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = cudaGetErrorString(static_cast<cudaError_t>(error));
  return CUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult error, const char** name) {
  if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  switch (error) {
#define WS_NAME(number)                                                                                      \
  case number: *name = #number; return CUDA_SUCCESS;
    WS_NAME(CUDA_SUCCESS)
    WS_NAME(CUDA_ERROR_INVALID_VALUE)
    WS_NAME(CUDA_ERROR_OUT_OF_MEMORY)
    WS_NAME(CUDA_ERROR_NOT_INITIALIZED)
    WS_NAME(CUDA_ERROR_DEINITIALIZED)
    WS_NAME(CUDA_ERROR_NO_DEVICE)
    WS_NAME(CUDA_ERROR_INVALID_DEVICE)
    WS_NAME(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED)
    WS_NAME(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED)
    WS_NAME(CUDA_ERROR_INVALID_IMAGE)
    WS_NAME(CUDA_ERROR_INVALID_CONTEXT)
    WS_NAME(CUDA_ERROR_NO_BINARY_FOR_GPU)
    WS_NAME(CUDA_ERROR_INVALID_SOURCE)
    WS_NAME(CUDA_ERROR_FILE_NOT_FOUND)
    WS_NAME(CUDA_ERROR_INVALID_HANDLE)
    WS_NAME(CUDA_ERROR_NOT_FOUND)
    WS_NAME(CUDA_ERROR_NOT_READY)
    WS_NAME(CUDA_ERROR_ILLEGAL_ADDRESS)
    WS_NAME(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES)
    WS_NAME(CUDA_ERROR_LAUNCH_TIMEOUT)
    WS_NAME(CUDA_ERROR_CONTEXT_IS_DESTROYED)
    WS_NAME(CUDA_ERROR_ASSERT)
    WS_NAME(CUDA_ERROR_MISALIGNED_ADDRESS)
    WS_NAME(CUDA_ERROR_LAUNCH_FAILED)
    WS_NAME(CUDA_ERROR_NOT_PERMITTED)
    WS_NAME(CUDA_ERROR_NOT_SUPPORTED)
#undef WS_NAME
  default: *name = "CUDA_ERROR_UNKNOWN"; return CUDA_SUCCESS;
  }
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (ordinal != 0) return CUDA_ERROR_INVALID_DEVICE;
  *device = 0;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetCount(int* count) { return of(cudaGetDeviceCount(count)); }
CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  if (name == nullptr || length <= 0) return CUDA_ERROR_INVALID_VALUE;
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  std::snprintf(name, static_cast<size_t>(length), "%s",
                warpscope::guest::runtime().welcome.device_name.c_str());
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  if (bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  *bytes = static_cast<size_t>(warpscope::guest::runtime().fact("totalGlobalMem"));
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return of(cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  const CUresult error = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  if (error != CUDA_SUCCESS) return error;
  return cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  *context = &the_context;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuCtxCreate(CUcontext* context, unsigned int, CUdevice device) {
  const CUresult error = cuDevicePrimaryCtxRetain(context, device);
  if (error == CUDA_SUCCESS) contexts.push_back(*context);
  return error;
}
CUresult cuCtxDestroy(CUcontext context) {
  if (context != &the_context) return CUDA_ERROR_INVALID_CONTEXT;
  if (!contexts.empty()) contexts.pop_back();
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext* context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *context = contexts.empty() ? nullptr : contexts.back();
  return CUDA_SUCCESS;
}
CUresult cuCtxSetCurrent(CUcontext context) {
  if (!contexts.empty()) contexts.pop_back();
  if (context != nullptr) contexts.push_back(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent(CUcontext context) {
  if (context != &the_context) return CUDA_ERROR_INVALID_CONTEXT;
  contexts.push_back(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext* context) {
  if (contexts.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  if (context != nullptr) *context = contexts.back();
  contexts.pop_back();
  return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice* device) { return of(cudaGetDevice(device)); }
CUresult cuCtxSynchronize() { return of(cudaDeviceSynchronize()); }

CUresult cuMemGetInfo(size_t* free, size_t* total) { return of(cudaMemGetInfo(free, total)); }
CUresult cuMemAlloc(CUdeviceptr* pointer, size_t bytes) {
  if (pointer == nullptr || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  return of(cudaMalloc(reinterpret_cast<void**>(pointer), bytes));
}
CUresult cuMemAllocPitch(CUdeviceptr* pointer, size_t* pitch, size_t width, size_t height, unsigned int) {
  return of(cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height));
}
CUresult cuMemAllocManaged(CUdeviceptr* pointer, size_t bytes, unsigned int flags) {
  return of(cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags));
}
CUresult cuMemAllocHost(void** pointer, size_t bytes) { return of(cudaMallocHost(pointer, bytes)); }
CUresult cuMemHostAlloc(void** pointer, size_t bytes, unsigned int flags) {
  return of(cudaHostAlloc(pointer, bytes, flags));
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr* device, void* host, unsigned int flags) {
  return of(cudaHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags));
}
CUresult cuMemFree(CUdeviceptr pointer) { return of(cudaFree(at(pointer))); }
CUresult cuMemFreeHost(void* pointer) { return of(cudaFreeHost(pointer)); }

CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
  return of(cudaMemcpy(at(to), from, bytes, cudaMemcpyHostToDevice));
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
  return of(cudaMemcpy(to, at(from), bytes, cudaMemcpyDeviceToHost));
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return of(cudaMemcpy(at(to), at(from), bytes, cudaMemcpyDeviceToDevice));
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  return of(cudaMemcpyAsync(at(to), from, bytes, cudaMemcpyHostToDevice, stream));
}
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return of(cudaMemcpyAsync(to, at(from), bytes, cudaMemcpyDeviceToHost, stream));
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return of(cudaMemcpyAsync(at(to), at(from), bytes, cudaMemcpyDeviceToDevice, stream));
}
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return of(cudaMemcpy(at(to), at(from), bytes, cudaMemcpyDefault));
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return of(cudaMemcpyAsync(at(to), at(from), bytes, cudaMemcpyDefault, stream));
}
CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count) {
  return fill("cuMemsetD8", __builtin_frame_address(0), to, &value, 1, count, nullptr, false);
}
CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count) {
  return fill("cuMemsetD16", __builtin_frame_address(0), to, &value, 2, count, nullptr, false);
}
CUresult cuMemsetD32(CUdeviceptr to, unsigned int value, size_t count) {
  return fill("cuMemsetD32", __builtin_frame_address(0), to, &value, 4, count, nullptr, false);
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
  return fill("cuMemsetD8Async", __builtin_frame_address(0), to, &value, 1, count, stream, true);
}
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream) {
  return fill("cuMemsetD16Async", __builtin_frame_address(0), to, &value, 2, count, stream, true);
}
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned int value, size_t count, CUstream stream) {
  return fill("cuMemsetD32Async", __builtin_frame_address(0), to, &value, 4, count, stream, true);
}

CUresult cuStreamCreate(CUstream* stream, unsigned int flags) {
  return of(cudaStreamCreateWithFlags(stream, flags));
}
CUresult cuStreamDestroy(CUstream stream) { return of(cudaStreamDestroy(stream)); }
CUresult cuStreamSynchronize(CUstream stream) { return of(cudaStreamSynchronize(stream)); }
CUresult cuStreamQuery(CUstream stream) { return of(cudaStreamQuery(stream)); }
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
  return of(cudaStreamWaitEvent(stream, event, flags));
}
CUresult cuEventCreate(CUevent* event, unsigned int flags) {
  return of(cudaEventCreateWithFlags(event, flags));
}
CUresult cuEventDestroy(CUevent event) { return of(cudaEventDestroy(event)); }
CUresult cuEventRecord(CUevent event, CUstream stream) { return of(cudaEventRecord(event, stream)); }
CUresult cuEventSynchronize(CUevent event) { return of(cudaEventSynchronize(event)); }
CUresult cuEventQuery(CUevent event) { return of(cudaEventQuery(event)); }
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return of(cudaEventElapsedTime(milliseconds, start, end));
}
CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                        unsigned int block_x, unsigned int block_y, unsigned int block_z,
                        unsigned int shared_bytes, CUstream stream, void** arguments, void** extra) {
  // One buffer of all parameters in place of a pointer to each.
  std::vector<void*> from_buffer;
  if (arguments == nullptr && extra != nullptr) {
    std::byte* buffer = nullptr;
    for (void** each = extra; *each != CU_LAUNCH_PARAM_END; each += 2)
      if (*each == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = static_cast<std::byte*>(each[1]);
    if (buffer == nullptr) return CUDA_ERROR_INVALID_VALUE;
    size_t offset = 0, bytes = 0;
    for (size_t i = 0; cudaFuncGetParamInfo(function, i, &offset, &bytes) == cudaSuccess; ++i)
      from_buffer.push_back(buffer + offset);
    cudaGetLastError(); // there is no parameter behind the last
    arguments = from_buffer.data();
  }
  return of(cudaLaunchKernel(function, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z),
                             arguments, shared_bytes, stream));
}

} // extern "C"
