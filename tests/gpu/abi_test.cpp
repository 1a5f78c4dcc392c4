// Our declarations against the toolkit's own headers, where they are: the same sizes, the same places.
#include "gpu/measure/cuda_abi.h"

#include <gtest/gtest.h>

#if __has_include(<cupti_sass_metrics.h>)
#include <cuda.h>
#include <cupti_pcsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_sass_metrics.h>
#include <cupti_target.h>

namespace warpscope {
namespace {

#define SAME(ours, theirs, last)                                                                             \
  static_assert(sizeof(ours) == sizeof(theirs) && offsetof(ours, last) == offsetof(theirs, last), #theirs);  \
  EXPECT_EQ(ours{}.structSize, theirs##_STRUCT_SIZE) << #theirs
#define SAME_FIELD(ours, theirs, field)                                                                      \
  static_assert(offsetof(ours, field) == offsetof(theirs, field), #theirs "." #field)

TEST(CudaAbi, IsTheToolkits) {
  SAME(cuda::ProfilerInitialize, CUpti_Profiler_Initialize_Params, pPriv);
  SAME(cuda::DeviceGetChipName, CUpti_Device_GetChipName_Params, pChipName);
  SAME(cuda::SassGetNumOfMetrics, CUpti_SassMetrics_GetNumOfMetrics_Params, numOfMetrics);
  SAME(cuda::SassGetMetrics, CUpti_SassMetrics_GetMetrics_Params, pMetricsList);
  SAME(cuda::SassSetConfig, CUpti_SassMetricsSetConfig_Params, deviceIndex);
  SAME(cuda::SassEnable, CUpti_SassMetricsEnable_Params, enableLazyPatching);
  SAME(cuda::SassDisable, CUpti_SassMetricsDisable_Params, numOfDroppedRecords);
  SAME(cuda::SassGetDataProperties, CUpti_SassMetricsGetDataProperties_Params, numOfInstances);
  SAME(cuda::SassFlushData, CUpti_SassMetricsFlushData_Params, pMetricsData);
  SAME(cuda::HostInitialize, CUpti_Profiler_Host_Initialize_Params, pHostObject);
  SAME(cuda::HostDeinitialize, CUpti_Profiler_Host_Deinitialize_Params, pHostObject);
  SAME(cuda::HostGetMetricProperties, CUpti_Profiler_Host_GetMetricProperties_Params, metricType);
  SAME(cuda::HostConfigAddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params, numMetrics);
  SAME(cuda::HostGetConfigImageSize, CUpti_Profiler_Host_GetConfigImageSize_Params, configImageSize);
  SAME(cuda::HostGetConfigImage, CUpti_Profiler_Host_GetConfigImage_Params, pConfigImage);
  SAME(cuda::HostEvaluate, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues);
  SAME(cuda::RangeEnable, CUpti_RangeProfiler_Enable_Params, pRangeProfilerObject);
  SAME(cuda::RangeObject, CUpti_RangeProfiler_Disable_Params, pRangeProfilerObject);
  SAME(cuda::RangeObject, CUpti_RangeProfiler_Start_Params, pRangeProfilerObject);
  SAME(cuda::RangeObject, CUpti_RangeProfiler_PopRange_Params, pRangeProfilerObject);
  SAME(cuda::RangeSetConfig, CUpti_RangeProfiler_SetConfig_Params, targetNestingLevel);
  SAME(cuda::RangeStop, CUpti_RangeProfiler_Stop_Params, isAllPassSubmitted);
  SAME(cuda::RangePush, CUpti_RangeProfiler_PushRange_Params, pRangeName);
  SAME(cuda::RangeDecode, CUpti_RangeProfiler_DecodeData_Params, numOfRangeDropped);
  SAME(cuda::RangeGetCounterDataSize, CUpti_RangeProfiler_GetCounterDataSize_Params, counterDataSize);
  SAME(cuda::RangeImageInitialize, CUpti_RangeProfiler_CounterDataImage_Initialize_Params, pCounterData);

  EXPECT_EQ(cuda::SassToSource{}.size, CUpti_GetSassToSourceCorrelationParamsSize);
  SAME_FIELD(cuda::SassToSource, CUpti_GetSassToSourceCorrelationParams, pcOffset);
  SAME_FIELD(cuda::SassData, CUpti_SassMetrics_Data, functionName);
  SAME_FIELD(cuda::SassData, CUpti_SassMetrics_Data, pInstanceValues);
  SAME_FIELD(cuda::RangeSetConfig, CUpti_RangeProfiler_SetConfig_Params, replayMode);
  SAME_FIELD(cuda::RangeSetConfig, CUpti_RangeProfiler_SetConfig_Params, minNestingLevel);
  static_assert(sizeof(cuda::SassData) == sizeof(CUpti_SassMetrics_Data));
  static_assert(sizeof(cuda::SassMetricDetails) == sizeof(CUpti_SassMetrics_MetricDetails));
  static_assert(sizeof(cuda::SassConfig) == sizeof(CUpti_SassMetrics_Config));
  static_assert(sizeof(cuda::SassInstanceValue) == sizeof(CUpti_SassMetrics_InstanceValue));
  static_assert(sizeof(cuda::LaunchAttribute) == sizeof(CUlaunchAttribute));
  static_assert(sizeof(cuda::LaunchConfig) == sizeof(CUlaunchConfig));
  SAME_FIELD(cuda::LaunchAttribute, CUlaunchAttribute, value);

  EXPECT_EQ(cuda::RangeSetConfig{}.range, CUPTI_UserRange);
  EXPECT_EQ(cuda::RangeSetConfig{}.replayMode, CUPTI_UserReplay);
  EXPECT_EQ(cuda::cupti_insufficient_privileges, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
  EXPECT_EQ(cuda::cupti_out_of_memory, CUPTI_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(cuda::attribute_l2_bytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  EXPECT_EQ(cuda::attribute_multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  EXPECT_EQ(cuda::attribute_threads_per_multiprocessor, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  EXPECT_EQ(cuda::attribute_cc_major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  EXPECT_EQ(cuda::attribute_cc_minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  EXPECT_EQ(cuda::function_max_threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  EXPECT_EQ(cuda::function_shared_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  EXPECT_EQ(cuda::function_const_bytes, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
  EXPECT_EQ(cuda::function_local_bytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  EXPECT_EQ(cuda::function_registers, CU_FUNC_ATTRIBUTE_NUM_REGS);
  EXPECT_EQ(cuda::function_max_dynamic_shared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  EXPECT_EQ(cuda::launch_attribute_cooperative, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
  EXPECT_EQ(cuda::launch_parameters_pointer, CU_LAUNCH_PARAM_BUFFER_POINTER);
  EXPECT_EQ(cuda::launch_parameters_size, CU_LAUNCH_PARAM_BUFFER_SIZE);
  EXPECT_EQ(cuda::launch_parameters_end, CU_LAUNCH_PARAM_END);
}

} // namespace
} // namespace warpscope

#else

TEST(CudaAbi, IsTheToolkits) { GTEST_SKIP() << "no CUDA toolkit with CUPTI's headers on this machine"; }

#endif
