// What device code may call of the CUDA runtime, and launches from device code. For whole programs.
// Approximated: The heap of malloc in kernels has 512 MiB, whatever cudaLimitMallocHeapSize says.
// Approximated: A kernel that a kernel launches runs when the grid that launched it has ended: in the order of blocks and launches, each with its own children; tail launches last.
#pragma once

extern "C" {
__device__ void __ws_launch(const void *kernel, const void *record);
/// CUDA's line, which goes to stderr (the first character says so), and the end of the launch.
__ws_math void __assert_fail(const char *message, const char *file, unsigned line, const char *function) noexcept {
  printf("\001%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, function, blockIdx.x,
         blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, message);
  __assertfail(message, file, line, function, 1);
}
__ws_math cudaError_t cudaGetLastError() { return cudaSuccess; }
__ws_math cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
__ws_math const char *cudaGetErrorString(cudaError_t error) { return error == cudaSuccess ? "no error" : "unknown error"; }
__ws_math const char *cudaGetErrorName(cudaError_t error) { return error == cudaSuccess ? "cudaSuccess" : "cudaErrorUnknown"; }
__ws_math cudaError_t cudaDeviceSynchronize() {
  __ws_unsupported("cudaDeviceSynchronize in device code (gone since CUDA 12: launch what must come later into cudaStreamTailLaunch)");
  return cudaSuccess;
}
__ws_math cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) {
  *stream = (cudaStream_t)0x10;
  return cudaSuccess;
}
__ws_math cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
__ws_math cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) { return cudaSuccess; }
__ws_math cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
  *event = (cudaEvent_t)0x10;
  return cudaSuccess;
}
__ws_math cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0) { return cudaSuccess; }
__ws_math cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
__ws_math cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}
__ws_math cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return cudaSuccess;
}
__ws_math cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  *pointer = (void *)__ws_heap_malloc(bytes);
  return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
}
__ws_math cudaError_t cudaFree(void *pointer) {
  __ws_heap_free((unsigned long long)pointer);
  return cudaSuccess;
}
__ws_math cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind, cudaStream_t = 0) {
  for (size_t i = 0; i < bytes; ++i) ((char *)to)[i] = ((const char *)from)[i];
  return cudaSuccess;
}
__ws_math cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t = 0) {
  for (size_t i = 0; i < bytes; ++i) ((char *)to)[i] = (char)value;
  return cudaSuccess;
}
}
template <class T> __ws_math cudaError_t cudaMalloc(T **pointer, size_t bytes) { return cudaMalloc((void **)pointer, bytes); }

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)

#if __cplusplus >= 201703L
/// As the executor reads it (ops_device.cpp).
struct __ws_launch_record {
  const void *arguments;
  unsigned grid[3], block[3];
  unsigned long long shared_bytes;
  cudaStream_t stream;
};
/// A kernel named in a constant expression is no call of it, which Clang would refuse in device code.
template <auto kernel> struct __ws_kernel { static constexpr auto address = kernel; };
template <class F, F kernel> struct __ws_launcher;
template <class... P, void (*kernel)(P...)> struct __ws_launcher<void (*)(P...), kernel> {
  dim3 grid, block;
  size_t shared_bytes;
  cudaStream_t stream;
  /// Lays the arguments out as the kernel has its parameters: in order, each at its alignment.
  __device__ inline __attribute__((always_inline)) void operator()(P... arguments) const {
    alignas(16) char bytes[(sizeof(P) + ... + 0) + 16 * sizeof...(P) + 1];
    unsigned at = 0;
    ((at = (at + alignof(P) - 1) & ~(unsigned)(alignof(P) - 1), __builtin_memcpy(bytes + at, &arguments, sizeof(P)), at += sizeof(P)), ...);
    const __ws_launch_record record = {bytes, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes, stream};
    __ws_launch((const void *)__ws_kernel<kernel>::address, &record);
  }
};
/// `k<<<g, b>>>(x)` in device code is `$<k>(g,b) (x)` for Clang (device_launches.cpp).
template <auto kernel>
__device__ inline __attribute__((always_inline)) __ws_launcher<decltype(kernel), kernel> $(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                                                         cudaStream_t stream = 0) {
  return {grid, block, shared_bytes, stream};
}
#endif
