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
  SAME(measure::cuda::ProfilerInitialize, CUpti_Profiler_Initialize_Params, pPriv);
  SAME(measure::cuda::DeviceGetChipName, CUpti_Device_GetChipName_Params, pChipName);
  SAME(measure::cuda::SassGetNumOfMetrics, CUpti_SassMetrics_GetNumOfMetrics_Params, numOfMetrics);
  SAME(measure::cuda::SassGetMetrics, CUpti_SassMetrics_GetMetrics_Params, pMetricsList);
  SAME(measure::cuda::SassSetConfig, CUpti_SassMetricsSetConfig_Params, deviceIndex);
  SAME(measure::cuda::SassEnable, CUpti_SassMetricsEnable_Params, enableLazyPatching);
  SAME(measure::cuda::SassDisable, CUpti_SassMetricsDisable_Params, numOfDroppedRecords);
  SAME(measure::cuda::SassGetDataProperties, CUpti_SassMetricsGetDataProperties_Params, numOfInstances);
  SAME(measure::cuda::SassFlushData, CUpti_SassMetricsFlushData_Params, pMetricsData);
  SAME(measure::cuda::HostInitialize, CUpti_Profiler_Host_Initialize_Params, pHostObject);
  SAME(measure::cuda::HostDeinitialize, CUpti_Profiler_Host_Deinitialize_Params, pHostObject);
  SAME(measure::cuda::HostGetMetricProperties, CUpti_Profiler_Host_GetMetricProperties_Params, metricType);
  SAME(measure::cuda::HostConfigAddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params, numMetrics);
  SAME(measure::cuda::HostGetConfigImageSize, CUpti_Profiler_Host_GetConfigImageSize_Params, configImageSize);
  SAME(measure::cuda::HostGetConfigImage, CUpti_Profiler_Host_GetConfigImage_Params, pConfigImage);
  SAME(measure::cuda::HostEvaluate, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues);
  SAME(measure::cuda::RangeEnable, CUpti_RangeProfiler_Enable_Params, pRangeProfilerObject);
  SAME(measure::cuda::RangeObject, CUpti_RangeProfiler_Disable_Params, pRangeProfilerObject);
  SAME(measure::cuda::RangeObject, CUpti_RangeProfiler_Start_Params, pRangeProfilerObject);
  SAME(measure::cuda::RangeObject, CUpti_RangeProfiler_PopRange_Params, pRangeProfilerObject);
  SAME(measure::cuda::RangeSetConfig, CUpti_RangeProfiler_SetConfig_Params, targetNestingLevel);
  SAME(measure::cuda::RangeStop, CUpti_RangeProfiler_Stop_Params, isAllPassSubmitted);
  SAME(measure::cuda::RangePush, CUpti_RangeProfiler_PushRange_Params, pRangeName);
  SAME(measure::cuda::RangeDecode, CUpti_RangeProfiler_DecodeData_Params, numOfRangeDropped);
  SAME(measure::cuda::RangeGetCounterDataSize, CUpti_RangeProfiler_GetCounterDataSize_Params,
       counterDataSize);
  SAME(measure::cuda::RangeImageInitialize, CUpti_RangeProfiler_CounterDataImage_Initialize_Params,
       pCounterData);

  EXPECT_EQ(measure::cuda::SassToSource{}.size, CUpti_GetSassToSourceCorrelationParamsSize);
  SAME_FIELD(measure::cuda::SassToSource, CUpti_GetSassToSourceCorrelationParams, pcOffset);
  SAME_FIELD(measure::cuda::SassData, CUpti_SassMetrics_Data, functionName);
  SAME_FIELD(measure::cuda::SassData, CUpti_SassMetrics_Data, pInstanceValues);
  SAME_FIELD(measure::cuda::RangeSetConfig, CUpti_RangeProfiler_SetConfig_Params, replayMode);
  SAME_FIELD(measure::cuda::RangeSetConfig, CUpti_RangeProfiler_SetConfig_Params, minNestingLevel);
  static_assert(sizeof(measure::cuda::SassData) == sizeof(CUpti_SassMetrics_Data));
  static_assert(sizeof(measure::cuda::SassMetricDetails) == sizeof(CUpti_SassMetrics_MetricDetails));
  static_assert(sizeof(measure::cuda::SassConfig) == sizeof(CUpti_SassMetrics_Config));
  static_assert(sizeof(measure::cuda::SassInstanceValue) == sizeof(CUpti_SassMetrics_InstanceValue));
  static_assert(sizeof(measure::cuda::LaunchAttribute) == sizeof(CUlaunchAttribute));
  static_assert(sizeof(measure::cuda::LaunchConfig) == sizeof(CUlaunchConfig));
  SAME_FIELD(measure::cuda::LaunchAttribute, CUlaunchAttribute, value);

  EXPECT_EQ(measure::cuda::RangeSetConfig{}.range, CUPTI_UserRange);
  EXPECT_EQ(measure::cuda::RangeSetConfig{}.replayMode, CUPTI_UserReplay);
  EXPECT_EQ(measure::cuda::cupti_insufficient_privileges, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
  EXPECT_EQ(measure::cuda::cupti_out_of_memory, CUPTI_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(measure::cuda::attribute_l2_bytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  EXPECT_EQ(measure::cuda::attribute_clock_khz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
  EXPECT_EQ(measure::cuda::attribute_shared_bytes_optin,
            CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  EXPECT_EQ(measure::cuda::attribute_multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  EXPECT_EQ(measure::cuda::attribute_threads_per_multiprocessor,
            CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  EXPECT_EQ(measure::cuda::attribute_cc_major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  EXPECT_EQ(measure::cuda::attribute_cc_minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  EXPECT_EQ(measure::cuda::function_max_threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  EXPECT_EQ(measure::cuda::function_shared_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  EXPECT_EQ(measure::cuda::function_const_bytes, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
  EXPECT_EQ(measure::cuda::function_local_bytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  EXPECT_EQ(measure::cuda::function_registers, CU_FUNC_ATTRIBUTE_NUM_REGS);
  EXPECT_EQ(measure::cuda::function_max_dynamic_shared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  EXPECT_EQ(measure::cuda::launch_attribute_cooperative, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
  EXPECT_EQ(measure::cuda::launch_parameters_pointer, CU_LAUNCH_PARAM_BUFFER_POINTER);
  EXPECT_EQ(measure::cuda::launch_parameters_size, CU_LAUNCH_PARAM_BUFFER_SIZE);
  EXPECT_EQ(measure::cuda::launch_parameters_end, CU_LAUNCH_PARAM_END);
}

} // namespace
} // namespace warpscope

#else

TEST(CudaAbi, IsTheToolkits) { GTEST_SKIP() << "no CUDA toolkit with CUPTI's headers on this machine"; }

#endif
