// The driver API's everyday part: a kernel of the text by its symbol, its attributes and occupancy, launches of each kind,
// pointers, rectangles, settings; a module is refused by its name with what to do.
// expect: names CUDA_ERROR_INVALID_VALUE, CUDA_SUCCESS
// expect: launched 0 0 0 0: 40 41 71
// expect: kernel 1024 threads, 256 bytes, 8 blocks, 1024 a block
// expect: pointer device 1, range 400 from its begin 1, managed 0 and 1, host refused 1
// expect: rectangle 5 7, peers 217 0
// expect: streams -2 1, host 3
// expect: module 801
// find: unsupported 93
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void add(int *data, int amount, char, long long more) {
  __shared__ int values[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[threadIdx.x] = amount + (int)more;
  __syncthreads();
  data[i] += values[threadIdx.x];
}
void count(void *data) { ++*(int *)data; }
void tell(CUstream, CUresult status, void *data) { *(int *)data += status == CUDA_SUCCESS ? 2 : 100; }

int main() {
  cuInit(0);
  CUdevice device;
  CUcontext context;
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  const char *name, *other;
  cuGetErrorName(cuMemAlloc(nullptr, 0), &name);
  cuGetErrorName(CUDA_SUCCESS, &other);
  std::printf("names %s, %s\n", name, other);

  CUdeviceptr data;
  cuMemAlloc(&data, 400);
  cuMemsetD32(data, 0, 100);
  CUfunction function;
  cudaGetFuncBySymbol(&function, (const void *)add);
  int amount = 10;
  char gap = 0;
  long long more = 0;
  void *arguments[] = {&data, &amount, &gap, &more};
  const CUresult first = cuLaunchKernel(function, 2, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
  struct {
    CUdeviceptr data;
    int amount;
    char gap;
    long long more;
  } packed = {data, 10, 0, 1};
  size_t bytes = sizeof packed;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  const CUresult second = cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra);
  const CUresult third = cuLaunchCooperativeKernel(function, 2, 1, 1, 32, 1, 1, 0, nullptr, arguments);
  CUlaunchConfig config = {};
  config.gridDimX = config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = 64, more = 11;
  const CUresult fourth = cuLaunchKernelEx(&config, function, arguments, nullptr);
  cuCtxSynchronize();
  int host[100];
  cuMemcpyDtoH(host, data, sizeof host);
  std::printf("launched %d %d %d %d: %d %d %d\n", first, second, third, fourth, host[63] - 1, host[40], host[1] + 19);

  int threads, shared, blocks, grid, block;
  cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
  cuFuncGetAttribute(&shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);
  cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 256, 0);
  cuOccupancyMaxPotentialBlockSize(&grid, &block, function, nullptr, 0, 0);
  std::printf("kernel %d threads, %d bytes, %d blocks, %d a block\n", threads, shared, blocks, block);

  unsigned type, managed, managed_too;
  CUdeviceptr base, also;
  size_t range;
  cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, data + 8);
  cuMemGetAddressRange(&base, &range, data + 8);
  cuMemAllocManaged(&also, 64, CU_MEM_ATTACH_GLOBAL);
  cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, data);
  cuPointerGetAttribute(&managed_too, CU_POINTER_ATTRIBUTE_IS_MANAGED, also);
  void *nothing;
  const bool refused = cuPointerGetAttribute(&nothing, CU_POINTER_ATTRIBUTE_HOST_POINTER, (CUdeviceptr)host) != 0;
  std::printf("pointer device %d, range %zu from its begin %d, managed %u and %u, host refused %d\n", type == CU_MEMORYTYPE_DEVICE,
              range, base == data, managed, managed_too, refused);

  unsigned char table[4][8] = {{}, {0, 5, 6}, {0, 0, 7}};
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = table, copy.srcPitch = 8, copy.srcXInBytes = 1, copy.srcY = 1;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE, copy.dstDevice = data, copy.dstPitch = 16;
  copy.WidthInBytes = 2, copy.Height = 2;
  cuMemcpy2D(&copy);
  CUmodule module;
  const CUresult loaded = cuModuleLoadData(&module, ".version 8.0");
  cuMemcpyDtoH(host, data, 20);
  int peer = -1;
  cuDeviceCanAccessPeer(&peer, device, device);
  std::printf("rectangle %d %d, peers %d %d\n", ((unsigned char *)host)[0], ((unsigned char *)host)[17], cuCtxEnablePeerAccess(context, 0), peer);

  CUstream stream;
  int priority, called = 0;
  cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, -2);
  cuStreamGetPriority(stream, &priority);
  unsigned flags;
  cuStreamGetFlags(stream, &flags);
  cuLaunchHostFunc(stream, count, &called);
  cuStreamAddCallback(stream, tell, &called, 0);
  cuStreamSynchronize(stream);
  std::printf("streams %d %u, host %d\nmodule %d\n", priority, flags, called, loaded);
  cuStreamDestroy(stream);
  cuMemFree(also);
  cuMemFree(data);
  cuDevicePrimaryCtxRelease(device);
}
