// What C++ adds to the CUDA runtime API: typed pointers, symbols and kernels as arguments, and the signatures
// of earlier toolkits. Part of runtime_host.h. Wrappers vanish from the code and from its line table, so that
// a call's line stays the program's.
#pragma once

#define __WS_WRAPPER inline __attribute__((always_inline, nodebug))

template <class T> __WS_WRAPPER cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return cudaMalloc((void**)pointer, bytes);
}
template <class T>
__WS_WRAPPER cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int flags = 0) {
  return cudaHostAlloc((void**)pointer, bytes, flags);
}
__WS_WRAPPER cudaError_t cudaMallocHost(void** pointer, size_t bytes, unsigned int flags) {
  return cudaHostAlloc(pointer, bytes, flags);
}
template <class T> __WS_WRAPPER cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags) {
  return cudaHostAlloc((void**)pointer, bytes, flags);
}
template <class T>
__WS_WRAPPER cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                                           unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)pointer, bytes, flags);
}
__WS_WRAPPER cudaError_t cudaMallocManaged(void** pointer, size_t bytes) {
  return cudaMallocManaged(pointer, bytes, cudaMemAttachGlobal);
}
template <class T>
__WS_WRAPPER cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch((void**)pointer, pitch, width, height);
}
template <class T>
__WS_WRAPPER cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return cudaHostGetDevicePointer((void**)device, host, flags);
}
template <class T> __WS_WRAPPER cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void**)pointer, bytes, stream);
}
__WS_WRAPPER cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaMemPool_t pool,
                                         cudaStream_t stream) {
  return cudaMallocFromPoolAsync(pointer, bytes, pool, stream);
}
template <class T>
__WS_WRAPPER cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream);
}
template <class T>
__WS_WRAPPER cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                                 cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream);
}
template <class T>
__WS_WRAPPER cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, size_t bytes = 0,
                                                  unsigned int flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, (void*)pointer, bytes, flags);
}

template <class T>
__WS_WRAPPER cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                                            size_t offset = 0,
                                            enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void*)&symbol, from, bytes, offset, kind);
}
template <class T>
__WS_WRAPPER cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                              enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, (const void*)&symbol, bytes, offset, kind);
}
template <class T>
__WS_WRAPPER cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                                 size_t offset = 0,
                                                 enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                 cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync((const void*)&symbol, from, bytes, offset, kind, stream);
}
template <class T>
__WS_WRAPPER cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                                   enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                   cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(to, (const void*)&symbol, bytes, offset, kind, stream);
}
template <class T> __WS_WRAPPER cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cudaGetSymbolAddress(pointer, (const void*)&symbol);
}
template <class T> __WS_WRAPPER cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return cudaGetSymbolSize(bytes, (const void*)&symbol);
}

template <class T>
__WS_WRAPPER cudaError_t cudaLaunchKernel(T* function, dim3 grid, dim3 block, void** arguments,
                                          size_t shared_bytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void*)function, grid, block, arguments, shared_bytes, stream);
}
template <class T>
__WS_WRAPPER cudaError_t cudaLaunchCooperativeKernel(T* function, dim3 grid, dim3 block, void** arguments,
                                                     size_t shared_bytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void*)function, grid, block, arguments, shared_bytes, stream);
}
template <class... Parameters, class... Arguments>
__WS_WRAPPER cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*function)(Parameters...),
                                            Arguments&&... arguments) {
  return [&](Parameters... values) __attribute__((always_inline, nodebug)) {
    void* pointers[sizeof...(values) + 1] = {(void*)&values...};
    return cudaLaunchKernelExC(config, (const void*)function, pointers);
  }(static_cast<Arguments&&>(arguments)...);
}
template <class T>
__WS_WRAPPER cudaError_t cudaFuncSetAttribute(T* function, enum cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((const void*)function, attribute, value);
}
template <class T>
__WS_WRAPPER cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attributes, T* function) {
  return cudaFuncGetAttributes(attributes, (const void*)function);
}
template <class T> __WS_WRAPPER cudaError_t cudaFuncSetCacheConfig(T* function, enum cudaFuncCache config) {
  return cudaFuncSetCacheConfig((const void*)function, config);
}
template <class T>
__WS_WRAPPER cudaError_t cudaFuncSetSharedMemConfig(T* function, enum cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig((const void*)function, config);
}
template <class T> __WS_WRAPPER cudaError_t cudaFuncGetName(const char** name, T* function) {
  return cudaFuncGetName(name, (const void*)function);
}
template <class T> __WS_WRAPPER cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, T* symbol) {
  return cudaGetFuncBySymbol(function, (const void*)symbol);
}

template <class T>
__WS_WRAPPER cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T* function, int threads,
                                                                       size_t shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)function, threads, shared_bytes);
}
template <class T>
__WS_WRAPPER cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T* function,
                                                                                int threads,
                                                                                size_t shared_bytes,
                                                                                unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)function, threads,
                                                                shared_bytes, flags);
}
template <class T>
__WS_WRAPPER cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T* function, int blocks,
                                                                   int threads) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)function, blocks, threads);
}
template <class T>
__WS_WRAPPER cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, T* function,
                                                              const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxPotentialClusterSize(size, (const void*)function, config);
}
template <class T>
__WS_WRAPPER cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, T* function,
                                                        const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxActiveClusters(clusters, (const void*)function, config);
}
/// The block size with the most threads on a multiprocessor; of equal ones the largest.
template <class SharedBytes, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* grid, int* block, T function,
                                                                           SharedBytes shared_bytes,
                                                                           int limit = 0,
                                                                           unsigned int flags = 0) {
  int device = 0, processors = 0, warp = 0;
  struct cudaFuncAttributes facts;
  if (!grid || !block || !function) return cudaErrorInvalidValue;
  cudaError_t error = cudaGetDevice(&device);
  if (!error) error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  if (!error) error = cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
  if (!error) error = cudaFuncGetAttributes(&facts, (const void*)function);
  if (error) return error;
  int most = facts.maxThreadsPerBlock;
  if (limit > 0 && limit < most) most = limit;
  int best_threads = 0, best_block = 0, best_blocks = 0;
  for (int rounded = (most + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
    const int threads = rounded < most ? rounded : most;
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, (const void*)function, threads,
                                                                   (size_t)shared_bytes(threads), flags);
    if (error) return error;
    if (blocks * threads > best_threads) {
      best_threads = blocks * threads;
      best_block = threads;
      best_blocks = blocks;
    }
    if (best_threads >= 2048) break;
  }
  *grid = best_blocks * processors;
  *block = best_block;
  return cudaSuccess;
}
template <class SharedBytes, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, T function,
                                                                  SharedBytes shared_bytes, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, function, shared_bytes, limit);
}
struct __ws_constant_shared_bytes {
  size_t bytes;
  size_t operator()(int) const { return bytes; }
};
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, T function,
                                                               size_t shared_bytes = 0, int limit = 0,
                                                               unsigned int flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      grid, block, function, __ws_constant_shared_bytes{shared_bytes}, limit, flags);
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, T function,
                                                      size_t shared_bytes = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid, block, function, shared_bytes, limit);
}

__WS_WRAPPER cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}
__WS_WRAPPER cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, enum cudaMemoryAdvise advice,
                                       int device) {
  return cudaMemAdvise(
      pointer, bytes, advice,
      cudaMemLocation{device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device});
}
__WS_WRAPPER cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                              cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(
      pointer, bytes,
      cudaMemLocation{device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device}, 0, stream);
}
__WS_WRAPPER cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes,
                                              struct cudaMemLocation location, unsigned int flags) {
  return cudaMemPrefetchAsync(pointer, bytes, location, flags, (cudaStream_t)0);
}
__WS_WRAPPER cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                              unsigned long long flags = 0) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}
__WS_WRAPPER cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                              cudaGraphNode_t* error, char* log, size_t bytes) {
  if (error) *error = 0;
  if (log && bytes) *log = 0;
  return cudaGraphInstantiateWithFlags(exec, graph, 0);
}
__WS_WRAPPER cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                             cudaGraphExecUpdateResultInfo* result) {
  return __ws_cudaGraphExecUpdate(exec, graph, result);
}
__WS_WRAPPER cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* node,
                                             enum cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info;
  const cudaError_t error = __ws_cudaGraphExecUpdate(exec, graph, &info);
  if (node) *node = info.errorNode;
  if (result) *result = info.result;
  return error;
}
__WS_WRAPPER cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                  const cudaGraphNode_t* to, size_t count) {
  return __ws_cudaGraphAddDependencies(graph, from, to, count);
}
__WS_WRAPPER cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                  const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                                  size_t count) {
  return __ws_cudaGraphAddDependencies(graph, from, to, count);
}
__WS_WRAPPER cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                           size_t* count) {
  return __ws_cudaGraphGetEdges(graph, from, to, count);
}
__WS_WRAPPER cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                           cudaGraphEdgeData*, size_t* count) {
  return __ws_cudaGraphGetEdges(graph, from, to, count);
}
__WS_WRAPPER cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* list,
                                                      size_t* count) {
  return __ws_cudaGraphNodeGetDependencies(node, list, count);
}
__WS_WRAPPER cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* list,
                                                      cudaGraphEdgeData*, size_t* count) {
  return __ws_cudaGraphNodeGetDependencies(node, list, count);
}

#include "runtime_graph_nodes.h"

__WS_WRAPPER struct cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t x, size_t y) {
  return {pointer, pitch, x, y};
}
__WS_WRAPPER struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
__WS_WRAPPER struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return {width, height, depth};
}

/// Specialised for each type that a texture may hold.
template <class T> __WS_WRAPPER struct cudaChannelFormatDesc cudaCreateChannelDesc() {
  return {0, 0, 0, 0, cudaChannelFormatKindNone};
}
#define __WS_CHANNELS_OF(type, x, y, z, w, kind)                                                             \
  template <> __WS_WRAPPER struct cudaChannelFormatDesc cudaCreateChannelDesc<type>() {                      \
    return {x, y, z, w, kind};                                                                               \
  }
#define __WS_CHANNELS(scalar, vector, bits, kind)                                                            \
  __WS_CHANNELS_OF(scalar, bits, 0, 0, 0, kind)                                                              \
  __WS_CHANNELS_OF(vector##1, bits, 0, 0, 0, kind)                                                           \
  __WS_CHANNELS_OF(vector##2, bits, bits, 0, 0, kind)                                                        \
  __WS_CHANNELS_OF(vector##3, bits, bits, bits, 0, kind)                                                     \
  __WS_CHANNELS_OF(vector##4, bits, bits, bits, bits, kind)
#ifndef __WARPSCOPE_GUEST__
__WS_CHANNELS_OF(char, 8, 0, 0, 0, cudaChannelFormatKindSigned)
__WS_CHANNELS(signed char, char, 8, cudaChannelFormatKindSigned)
__WS_CHANNELS(unsigned char, uchar, 8, cudaChannelFormatKindUnsigned)
__WS_CHANNELS(short, short, 16, cudaChannelFormatKindSigned)
__WS_CHANNELS(unsigned short, ushort, 16, cudaChannelFormatKindUnsigned)
__WS_CHANNELS(int, int, 32, cudaChannelFormatKindSigned)
__WS_CHANNELS(unsigned int, uint, 32, cudaChannelFormatKindUnsigned)
__WS_CHANNELS(float, float, 32, cudaChannelFormatKindFloat)
#endif
#undef __WS_CHANNELS
#undef __WS_CHANNELS_OF
