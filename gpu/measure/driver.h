// The functions of the driver, NVRTC, CUPTI and NVML, as tables of pointers filled at run time.
#pragma once

#include "gpu/measure/cuda_abi.h"
#include "gpu/measure/dynlib.h"

#include <string>

namespace warpscope::measure {

// Each row is member, symbol, arguments. All functions return a status, 0 for success.
#define WARPSCOPE_DRIVER_FUNCTIONS(X)                                                                        \
  X(init, "cuInit", (unsigned))                                                                              \
  X(version, "cuDriverGetVersion", (int*))                                                                   \
  X(error_name, "cuGetErrorName", (int, const char**))                                                       \
  X(error_string, "cuGetErrorString", (int, const char**))                                                   \
  X(device_count, "cuDeviceGetCount", (int*))                                                                \
  X(device_get, "cuDeviceGet", (int*, int))                                                                  \
  X(device_name, "cuDeviceGetName", (char*, int, int))                                                       \
  X(device_attribute, "cuDeviceGetAttribute", (int*, int, int))                                              \
  X(device_memory, "cuDeviceTotalMem_v2", (std::size_t*, int))                                               \
  X(device_bus_id, "cuDeviceGetPCIBusId", (char*, int, int))                                                 \
  X(context_retain, "cuDevicePrimaryCtxRetain", (cuda::Handle*, int))                                        \
  X(context_set, "cuCtxSetCurrent", (cuda::Handle))                                                          \
  X(context_synchronize, "cuCtxSynchronize", ())                                                             \
  X(module_load, "cuModuleLoadData", (cuda::Handle*, const void*))                                           \
  X(module_unload, "cuModuleUnload", (cuda::Handle))                                                         \
  X(module_function, "cuModuleGetFunction", (cuda::Handle*, cuda::Handle, const char*))                      \
  X(module_global, "cuModuleGetGlobal_v2", (cuda::DevicePointer*, std::size_t*, cuda::Handle, const char*))  \
  X(function_attribute, "cuFuncGetAttribute", (int*, int, cuda::Handle))                                     \
  X(function_set_attribute, "cuFuncSetAttribute", (cuda::Handle, int, int))                                  \
  X(occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor", (int*, cuda::Handle, int, std::size_t))        \
  X(allocate, "cuMemAlloc_v2", (cuda::DevicePointer*, std::size_t))                                          \
  X(free, "cuMemFree_v2", (cuda::DevicePointer))                                                             \
  X(copy_in, "cuMemcpyHtoD_v2", (cuda::DevicePointer, const void*, std::size_t))                             \
  X(copy_out, "cuMemcpyDtoH_v2", (void*, cuda::DevicePointer, std::size_t))                                  \
  X(copy, "cuMemcpyDtoDAsync_v2", (cuda::DevicePointer, cuda::DevicePointer, std::size_t, cuda::Handle))     \
  X(set_bytes, "cuMemsetD8Async", (cuda::DevicePointer, unsigned char, std::size_t, cuda::Handle))           \
  X(event_create, "cuEventCreate", (cuda::Handle*, unsigned))                                                \
  X(event_destroy, "cuEventDestroy_v2", (cuda::Handle))                                                      \
  X(event_record, "cuEventRecord", (cuda::Handle, cuda::Handle))                                             \
  X(event_synchronize, "cuEventSynchronize", (cuda::Handle))                                                 \
  X(event_elapsed, "cuEventElapsedTime", (float*, cuda::Handle, cuda::Handle))                               \
  X(stream_create, "cuStreamCreate", (cuda::Handle*, unsigned))                                              \
  X(stream_destroy, "cuStreamDestroy_v2", (cuda::Handle))                                                    \
  X(capture_begin, "cuStreamBeginCapture_v2", (cuda::Handle, int))                                           \
  X(capture_end, "cuStreamEndCapture", (cuda::Handle, cuda::Handle*))                                        \
  X(graph_instantiate, "cuGraphInstantiateWithFlags", (cuda::Handle*, cuda::Handle, unsigned long long))     \
  X(graph_launch, "cuGraphLaunch", (cuda::Handle, cuda::Handle))                                             \
  X(graph_destroy, "cuGraphDestroy", (cuda::Handle))                                                         \
  X(graph_exec_destroy, "cuGraphExecDestroy", (cuda::Handle))                                                \
  X(launch, "cuLaunchKernel",                                                                                \
    (cuda::Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, cuda::Handle,       \
     void**, void**))

#define WARPSCOPE_NVRTC_FUNCTIONS(X)                                                                         \
  X(version, "nvrtcVersion", (int*, int*))                                                                   \
  X(create, "nvrtcCreateProgram",                                                                            \
    (void**, const char*, const char*, int, const char* const*, const char* const*))                         \
  X(destroy, "nvrtcDestroyProgram", (void**))                                                                \
  X(name_expression, "nvrtcAddNameExpression", (void*, const char*))                                         \
  X(compile, "nvrtcCompileProgram", (void*, int, const char* const*))                                        \
  X(log_size, "nvrtcGetProgramLogSize", (void*, std::size_t*))                                               \
  X(log, "nvrtcGetProgramLog", (void*, char*))                                                               \
  X(lowered_name, "nvrtcGetLoweredName", (void*, const char*, const char**))                                 \
  X(cubin_size, "nvrtcGetCUBINSize", (void*, std::size_t*))                                                  \
  X(cubin, "nvrtcGetCUBIN", (void*, char*))                                                                  \
  X(ptx_size, "nvrtcGetPTXSize", (void*, std::size_t*))                                                      \
  X(ptx, "nvrtcGetPTX", (void*, char*))

#define WARPSCOPE_CUPTI_FUNCTIONS(X)                                                                         \
  X(version, "cuptiGetVersion", (std::uint32_t*))                                                            \
  X(result_string, "cuptiGetResultString", (int, const char**))                                              \
  X(profiler_initialize, "cuptiProfilerInitialize", (cuda::ProfilerInitialize*))                             \
  X(chip_name, "cuptiDeviceGetChipName", (cuda::DeviceGetChipName*))                                         \
  X(sass_to_source, "cuptiGetSassToSourceCorrelation", (cuda::SassToSource*))                                \
  X(sass_count, "cuptiSassMetricsGetNumOfMetrics", (cuda::SassGetNumOfMetrics*))                             \
  X(sass_list, "cuptiSassMetricsGetMetrics", (cuda::SassGetMetrics*))                                        \
  X(sass_set_config, "cuptiSassMetricsSetConfig", (cuda::SassSetConfig*))                                    \
  X(sass_enable, "cuptiSassMetricsEnable", (cuda::SassEnable*))                                              \
  X(sass_disable, "cuptiSassMetricsDisable", (cuda::SassDisable*))                                           \
  X(sass_properties, "cuptiSassMetricsGetDataProperties", (cuda::SassGetDataProperties*))                    \
  X(sass_flush, "cuptiSassMetricsFlushData", (cuda::SassFlushData*))                                         \
  X(host_initialize, "cuptiProfilerHostInitialize", (cuda::HostInitialize*))                                 \
  X(host_deinitialize, "cuptiProfilerHostDeinitialize", (cuda::HostDeinitialize*))                           \
  X(host_metric, "cuptiProfilerHostGetMetricProperties", (cuda::HostGetMetricProperties*))                   \
  X(host_add, "cuptiProfilerHostConfigAddMetrics", (cuda::HostConfigAddMetrics*))                            \
  X(host_image_size, "cuptiProfilerHostGetConfigImageSize", (cuda::HostGetConfigImageSize*))                 \
  X(host_image, "cuptiProfilerHostGetConfigImage", (cuda::HostGetConfigImage*))                              \
  X(host_evaluate, "cuptiProfilerHostEvaluateToGpuValues", (cuda::HostEvaluate*))                            \
  X(range_enable, "cuptiRangeProfilerEnable", (cuda::RangeEnable*))                                          \
  X(range_disable, "cuptiRangeProfilerDisable", (cuda::RangeObject*))                                        \
  X(range_configure, "cuptiRangeProfilerSetConfig", (cuda::RangeSetConfig*))                                 \
  X(range_start, "cuptiRangeProfilerStart", (cuda::RangeObject*))                                            \
  X(range_stop, "cuptiRangeProfilerStop", (cuda::RangeStop*))                                                \
  X(range_push, "cuptiRangeProfilerPushRange", (cuda::RangePush*))                                           \
  X(range_pop, "cuptiRangeProfilerPopRange", (cuda::RangeObject*))                                           \
  X(range_decode, "cuptiRangeProfilerDecodeData", (cuda::RangeDecode*))                                      \
  X(range_image_size, "cuptiRangeProfilerGetCounterDataSize", (cuda::RangeGetCounterDataSize*))              \
  X(range_image, "cuptiRangeProfilerCounterDataImageInitialize", (cuda::RangeImageInitialize*))

#define WARPSCOPE_NVML_FUNCTIONS(X)                                                                          \
  X(init, "nvmlInit_v2", ())                                                                                 \
  X(driver_version, "nvmlSystemGetDriverVersion", (char*, unsigned))                                         \
  X(device, "nvmlDeviceGetHandleByPciBusId_v2", (const char*, void**))                                       \
  X(clock, "nvmlDeviceGetClockInfo", (void*, int, unsigned*))                                                \
  X(max_clock, "nvmlDeviceGetMaxClockInfo", (void*, int, unsigned*))                                         \
  X(utilization, "nvmlDeviceGetUtilizationRates", (void*, cuda::Utilization*))                               \
  X(throttle_reasons, "nvmlDeviceGetCurrentClocksThrottleReasons", (void*, unsigned long long*))

#define WARPSCOPE_MEMBER(member, symbol, arguments) int(*member) arguments = nullptr;
/// Functions that an older library lacks are null; missing() names the first of them.
#define WARPSCOPE_FUNCTION_TABLE(Name, ROWS)                                                                 \
  struct Name {                                                                                              \
    DynamicLibrary library;                                                                                  \
    ROWS(WARPSCOPE_MEMBER)                                                                                   \
    [[nodiscard]] explicit operator bool() const { return static_cast<bool>(library); }                      \
    void bind(DynamicLibrary loaded);                                                                        \
    [[nodiscard]] std::string missing() const;                                                               \
  };

WARPSCOPE_FUNCTION_TABLE(DriverFunctions, WARPSCOPE_DRIVER_FUNCTIONS)
WARPSCOPE_FUNCTION_TABLE(NvrtcFunctions, WARPSCOPE_NVRTC_FUNCTIONS)
WARPSCOPE_FUNCTION_TABLE(CuptiFunctions, WARPSCOPE_CUPTI_FUNCTIONS)
WARPSCOPE_FUNCTION_TABLE(NvmlFunctions, WARPSCOPE_NVML_FUNCTIONS)

/// Each library is loaded on first use and stays loaded.
[[nodiscard]] const DriverFunctions& driver();
[[nodiscard]] const NvrtcFunctions& nvrtc();
[[nodiscard]] const CuptiFunctions& cupti();
[[nodiscard]] const NvmlFunctions& nvml();

/// Returns "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)".
[[nodiscard]] std::string driver_error(int code);
/// Says why `call` failed: "cuptiRangeProfilerEnable: CUPTI_ERROR_UNKNOWN". A lack of permission gives the
/// same sentence for every call, with what the administrator has to do.
[[nodiscard]] std::string cupti_error(const char* call, int code);
/// The CUDA version that the driver supports, as 13000; 0 without a driver.
[[nodiscard]] int driver_version();

} // namespace warpscope::measure
