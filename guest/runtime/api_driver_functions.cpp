// The driver API's kernels, occupancy, pointers, rectangles and settings of a context, in terms of the
// runtime's.
#include "guest/runtime/driver.h"
#include "guest/runtime/runtime.h"

#include <cstring>

namespace {

CUresult of(cudaError_t error) { return static_cast<CUresult>(error); }
void* at(CUdeviceptr pointer) { return reinterpret_cast<void*>(pointer); }

/// Where one side of a rectangle begins; false: in an array.
bool begin_of(CUmemorytype type, const void* host, CUdeviceptr device, std::size_t x, std::size_t y,
              std::size_t pitch, const std::byte*& to) {
  if (type == CU_MEMORYTYPE_ARRAY) return false;
  const auto* const base = type == CU_MEMORYTYPE_HOST ? static_cast<const std::byte*>(host)
                                                      : static_cast<const std::byte*>(at(device));
  to = base + y * pitch + x;
  return true;
}
CUresult rectangle(const char* name, void* frame, const CUDA_MEMCPY2D* what, CUstream stream,
                   bool asynchronous) {
  using namespace warpscope::guest;
  if (what == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const std::byte *from = nullptr, *to = nullptr;
  if (!begin_of(what->srcMemoryType, what->srcHost, what->srcDevice, what->srcXInBytes, what->srcY,
                what->srcPitch, from) ||
      !begin_of(what->dstMemoryType, what->dstHost, what->dstDevice, what->dstXInBytes, what->dstY,
                what->dstPitch, to)) {
    Call call(name, frame);
    runtime().link.tell(Kind::Finding, Finding{call.caller(), "unsupported",
                                               std::string(name) + "() from or into an array of the driver "
                                                                   "API is not simulated: the call fails",
                                               name});
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  void* const place = const_cast<std::byte*>(to);
  return of(asynchronous ? cudaMemcpy2DAsync(place, what->dstPitch, from, what->srcPitch, what->WidthInBytes,
                                             what->Height, cudaMemcpyDefault, stream)
                         : cudaMemcpy2D(place, what->dstPitch, from, what->srcPitch, what->WidthInBytes,
                                        what->Height, cudaMemcpyDefault));
}

} // namespace

extern "C" {

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  cudaDeviceProp properties;
  const CUresult error = of(cudaGetDeviceProperties(&properties, device));
  if (error == CUDA_SUCCESS && uuid != nullptr) std::memcpy(uuid, &properties.uuid, sizeof *uuid);
  return error;
}
CUresult cuDeviceGetPCIBusId(char* id, int length, CUdevice device) {
  return of(cudaDeviceGetPCIBusId(id, length, device));
}
CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* id) {
  return of(cudaDeviceGetByPCIBusId(device, id));
}
CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  return of(cudaDeviceCanAccessPeer(can, device, peer));
}
CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  return device == 0 ? of(cudaDeviceReset()) : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int) {
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags, int* active) {
  if (flags == nullptr || active == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *flags = 0, *active = 1;
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuCtxGetApiVersion(CUcontext, unsigned int* version) {
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *version = 3020;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetFlags(unsigned int* flags) { return of(cudaGetDeviceFlags(flags)); }
CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
  return of(cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)));
}
CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  return of(cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value));
}
CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  return of(cudaDeviceGetCacheConfig(reinterpret_cast<cudaFuncCache*>(config)));
}
CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return of(cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config)));
}
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return of(cudaDeviceGetStreamPriorityRange(least, greatest));
}
CUresult cuCtxEnablePeerAccess(CUcontext context, unsigned int) {
  // As an H200 answers for its own context (driver 580.159.04).
  return context == nullptr ? CUDA_ERROR_INVALID_CONTEXT : CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
}
CUresult cuCtxDisablePeerAccess(CUcontext context) {
  return context == nullptr ? CUDA_ERROR_INVALID_CONTEXT : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}

CUresult cuMemGetAddressRange(CUdeviceptr* base, size_t* bytes, CUdeviceptr pointer) {
  auto& r = warpscope::guest::runtime();
  const auto found = r.allocation_of(pointer);
  if (found == r.allocations.end()) return CUDA_ERROR_NOT_FOUND;
  if (base != nullptr) *base = found->first;
  if (bytes != nullptr) *bytes = found->second.bytes;
  return CUDA_SUCCESS;
}
CUresult cuMemHostRegister(void* pointer, size_t bytes, unsigned int flags) {
  return of(cudaHostRegister(pointer, bytes, flags));
}
CUresult cuMemHostUnregister(void* pointer) { return of(cudaHostUnregister(pointer)); }
CUresult cuMemHostGetFlags(unsigned int* flags, void* pointer) {
  return of(cudaHostGetFlags(flags, pointer));
}
CUresult cuMemAllocAsync(CUdeviceptr* pointer, size_t bytes, CUstream stream) {
  return of(cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream));
}
CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
  return of(cudaFreeAsync(at(pointer), stream));
}
CUresult cuMemsetD2D8(CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height) {
  return of(cudaMemset2D(at(to), pitch, value, width, height));
}
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, size_t bytes) {
  return of(cudaMemcpy(at(to), at(from), bytes, cudaMemcpyDeviceToDevice));
}
CUresult cuMemcpy2D(const CUDA_MEMCPY2D* what) {
  return rectangle("cuMemcpy2D", __builtin_frame_address(0), what, nullptr, false);
}
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* what) {
  return rectangle("cuMemcpy2DUnaligned", __builtin_frame_address(0), what, nullptr, false);
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* what, CUstream stream) {
  return rectangle("cuMemcpy2DAsync", __builtin_frame_address(0), what, stream, true);
}
CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr pointer) {
  if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaPointerAttributes facts;
  if (const cudaError_t error = cudaPointerGetAttributes(&facts, at(pointer)); error != cudaSuccess)
    return of(error);
  if (facts.type == cudaMemoryTypeUnregistered) return CUDA_ERROR_INVALID_VALUE;
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT: return cuCtxGetCurrent(static_cast<CUcontext*>(value));
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    *static_cast<unsigned*>(value) = facts.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST
                                                                      : CU_MEMORYTYPE_DEVICE;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    *static_cast<void**>(value) = facts.devicePointer;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    if (facts.hostPointer == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *static_cast<void**>(value) = facts.hostPointer;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    *static_cast<unsigned*>(value) = facts.type == cudaMemoryTypeManaged ? 1 : 0;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *static_cast<int*>(value) = facts.device; return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    return cuMemGetAddressRange(static_cast<CUdeviceptr*>(value), nullptr, pointer);
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    return cuMemGetAddressRange(nullptr, static_cast<size_t*>(value), pointer);
  case CU_POINTER_ATTRIBUTE_MAPPED: *static_cast<unsigned*>(value) = 1; return CUDA_SUCCESS;
  }
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute* attributes, void** values,
                                CUdeviceptr pointer) {
  if (attributes == nullptr || values == nullptr) return CUDA_ERROR_INVALID_VALUE;
  // What a pointer does not have is left 0; only a wrong question fails.
  for (unsigned i = 0; i < count; ++i)
    if (cuPointerGetAttribute(values[i], attributes[i], pointer) == CUDA_ERROR_NOT_SUPPORTED)
      return CUDA_ERROR_NOT_SUPPORTED;
  return CUDA_SUCCESS;
}

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned int flags, int priority) {
  return of(cudaStreamCreateWithPriority(stream, flags, priority));
}
CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  return of(cudaStreamGetPriority(stream, priority));
}
CUresult cuStreamGetFlags(CUstream stream, unsigned int* flags) {
  return of(cudaStreamGetFlags(stream, flags));
}
CUresult cuStreamGetCtx(CUstream, CUcontext* context) { return cuDevicePrimaryCtxRetain(context, 0); }
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* data, unsigned int flags) {
  return of(cudaStreamAddCallback(stream, reinterpret_cast<cudaStreamCallback_t>(callback), data, flags));
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  return of(cudaLaunchHostFunc(stream, function, data));
}
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags) {
  return of(cudaEventRecordWithFlags(event, stream, flags));
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaFuncAttributes facts;
  if (const cudaError_t error = cudaFuncGetAttributes(&facts, function); error != cudaSuccess)
    return of(error);
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = facts.maxThreadsPerBlock; return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    *value = static_cast<int>(facts.sharedSizeBytes);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    *value = static_cast<int>(facts.constSizeBytes);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    *value = static_cast<int>(facts.localSizeBytes);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = facts.numRegs; return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = facts.ptxVersion; return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = facts.binaryVersion; return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = facts.cacheModeCA; return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    *value = facts.maxDynamicSharedSizeBytes;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    *value = facts.preferredShmemCarveout;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: *value = facts.clusterDimMustBeSet; return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    *value = facts.nonPortableClusterSizeAllowed;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  return of(cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(attribute), value));
}
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  return of(cudaFuncSetCacheConfig(function, static_cast<cudaFuncCache>(config)));
}
CUresult cuFuncGetName(const char** name, CUfunction function) { return of(cudaFuncGetName(name, function)); }
CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t* offset, size_t* bytes) {
  return of(cudaFuncGetParamInfo(function, index, offset, bytes));
}
CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
  if (function == nullptr || kernel == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  *function = reinterpret_cast<CUfunction>(kernel);
  return CUDA_SUCCESS;
}
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                   void** arguments) {
  return of(cudaLaunchCooperativeKernel(function, dim3(grid_x, grid_y, grid_z),
                                        dim3(block_x, block_y, block_z), arguments, shared_bytes, stream));
}
CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** arguments, void**) {
  if (config == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaLaunchConfig_t same{};
  same.gridDim = dim3(config->gridDimX, config->gridDimY, config->gridDimZ);
  same.blockDim = dim3(config->blockDimX, config->blockDimY, config->blockDimZ);
  same.dynamicSmemBytes = config->sharedMemBytes;
  same.stream = config->hStream;
  same.attrs = config->attrs;
  same.numAttrs = config->numAttrs;
  return of(cudaLaunchKernelExC(&same, function, arguments));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int threads,
                                                     size_t bytes) {
  return of(cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, bytes));
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function, int threads,
                                                              size_t bytes, unsigned int) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, bytes);
}
CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function,
                                          CUoccupancyB2DSize bytes_of, size_t bytes, int limit) {
  if (grid == nullptr || block == nullptr) return CUDA_ERROR_INVALID_VALUE;
  int most = 0, multiprocessors = 0, best = 0;
  if (const CUresult error = cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
      error != CUDA_SUCCESS)
    return error;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  if (limit > 0 && limit < most) most = limit;
  // The largest block among those with the most threads on a multiprocessor.
  for (int threads = (most + 31) / 32 * 32; threads > 0; threads -= 32) {
    const int size = threads < most ? threads : most;
    int blocks = 0;
    const CUresult error = cuOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, function, size, bytes_of != nullptr ? bytes_of(size) : bytes);
    if (error != CUDA_SUCCESS) return error;
    if (blocks * size > best) best = blocks * size, *block = size, *grid = blocks * multiprocessors;
  }
  return best > 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, CUfunction function, int blocks,
                                                 int threads) {
  return of(cudaOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks, threads));
}

} // extern "C"
