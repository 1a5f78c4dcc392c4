// The parts of libcuda, NVRTC, CUPTI and NVML that this program calls, declared here so that building needs
// no toolkit. Names and layouts are the toolkit's (cuda.h, nvrtc.h, cupti_*.h of CUDA 13.0);
// tests/gpu/abi_test.cpp compares them with those headers where they are present. Every CUPTI struct begins
// with its own size, which tells the library its version.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpscope::measure::cuda {

// ------------------------------------------------------------------------------------------------ driver
// (cuda.h)

using Result = int;
using Device = int;
using DevicePointer = std::uint64_t;
using Handle = void*; ///< a context, module, function, stream or event

inline constexpr Result success = 0;
inline constexpr int attribute_clock_khz = 13, attribute_multiprocessors = 16, attribute_l2_bytes = 38,
                     attribute_threads_per_multiprocessor = 39, attribute_cc_major = 75,
                     attribute_cc_minor = 76, attribute_shared_bytes_optin = 97;
inline constexpr int function_max_threads = 0, function_shared_bytes = 1, function_const_bytes = 2,
                     function_local_bytes = 3, function_registers = 4, function_max_dynamic_shared = 8;
inline constexpr unsigned launch_attribute_cooperative = 2;
inline void* const launch_parameters_end = nullptr;
inline void* const launch_parameters_pointer = reinterpret_cast<void*>(1);
inline void* const launch_parameters_size = reinterpret_cast<void*>(2);

struct LaunchAttribute {
  unsigned id = 0;
  char pad[4] = {};
  union {
    int number;
    char all[64];
  } value = {};
};
struct LaunchConfig {
  unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes;
  Handle stream;
  LaunchAttribute* attributes;
  unsigned attribute_count;
};

struct Utilization { // nvml.h: nvmlUtilization_t, per cent of the last second or less
  unsigned gpu = 0, memory = 0;
};

/// cuTensorMapEncodeTiled: the map, type, rank, address, dimensions, strides, box, element strides,
/// interleave, swizzle, promotion, fill.
using EncodeTiled = int (*)(void*, int, std::uint32_t, void*, const std::uint64_t*, const std::uint64_t*,
                            const std::uint32_t*, const std::uint32_t*, int, int, int, int);

// ------------------------------------------------------------------------------------------------ CUPTI

using CuptiResult = int;
inline constexpr CuptiResult cupti_out_of_memory = 8, cupti_insufficient_privileges = 35;

struct ProfilerInitialize { // cupti_profiler_target.h
  std::size_t structSize = 16;
  void* pPriv = nullptr;
};

struct DeviceGetChipName { // cupti_target.h
  std::size_t structSize = 32;
  void* pPriv = nullptr;
  std::size_t deviceIndex = 0;
  const char* pChipName = nullptr;
};

struct SassToSource { // cupti_pcsampling.h
  std::size_t size = 64;
  const void* cubin = nullptr;
  const char* functionName = nullptr;
  std::size_t cubinSize = 0;
  std::uint32_t lineNumber = 0;
  std::uint64_t pcOffset = 0;
  char* fileName = nullptr; ///< the caller must free it
  char* dirName = nullptr;  ///< likewise
};

// cupti_sass_metrics.h
struct SassMetricDetails {
  std::uint64_t metricId = 0;
  const char* pMetricName = nullptr;
  const char* pMetricDescription = nullptr;
};
struct SassGetNumOfMetrics {
  std::size_t structSize = 32;
  void* pPriv = nullptr;
  const char* pChipName = nullptr;
  std::size_t numOfMetrics = 0;
};
struct SassGetMetrics {
  std::size_t structSize = 40;
  void* pPriv = nullptr;
  const char* pChipName = nullptr;
  std::size_t numOfMetrics = 0;
  SassMetricDetails* pMetricsList = nullptr;
};
struct SassConfig {
  std::uint64_t metricId = 0;
  std::uint8_t outputGranularity = 0; ///< 0: one value for the whole GPU
};
struct SassSetConfig {
  std::size_t structSize = 36;
  void* pPriv = nullptr;
  std::size_t numOfMetricConfig = 0;
  SassConfig* pConfigs = nullptr;
  std::uint32_t deviceIndex = 0;
};
struct SassEnable {
  std::size_t structSize = 25;
  void* pPriv = nullptr;
  Handle ctx = nullptr;
  std::uint8_t enableLazyPatching = 1;
};
struct SassDisable {
  std::size_t structSize = 32;
  void* pPriv = nullptr;
  Handle ctx = nullptr;
  std::size_t numOfDroppedRecords = 0;
};
struct SassGetDataProperties {
  std::size_t structSize = 40;
  void* pPriv = nullptr;
  Handle ctx = nullptr;
  std::size_t numOfPatchedInstructionRecords = 0;
  std::size_t numOfInstances = 0;
};
struct SassInstanceValue {
  std::uint64_t metricId = 0;
  std::uint64_t value = 0;
};
struct SassData {
  std::size_t structSize = 56;
  void* pPriv = nullptr;
  std::uint32_t cubinCrc = 0;
  std::uint32_t functionIndex = 0;
  const char* functionName = nullptr;
  std::uint32_t pcOffset = 0;
  SassInstanceValue* pInstanceValues = nullptr;
};
struct SassFlushData {
  std::size_t structSize = 40; ///< a flexible array, as in the header
  void* pPriv = nullptr;
  Handle ctx = nullptr;
  std::size_t numOfPatchedInstructionRecords = 0;
  std::size_t numOfInstances = 0;
  SassData* pMetricsData = nullptr;
};

// cupti_profiler_host.h
struct HostInitialize {
  std::size_t structSize = 48;
  void* pPriv = nullptr;
  int profilerType = 0; ///< 0: the range profiler
  const char* pChipName = nullptr;
  const std::uint8_t* pCounterAvailabilityImage = nullptr;
  void* pHostObject = nullptr;
};
struct HostDeinitialize {
  std::size_t structSize = 24;
  void* pPriv = nullptr;
  void* pHostObject = nullptr;
};
struct HostGetMetricProperties {
  std::size_t structSize = 60;
  void* pPriv = nullptr;
  void* pHostObject = nullptr;
  const char* pMetricName = nullptr;
  const char* pDescription = nullptr;
  const char* pHwUnit = nullptr;
  const char* pDimUnit = nullptr;
  int metricType = 0;
};
struct HostConfigAddMetrics {
  std::size_t structSize = 40;
  void* pPriv = nullptr;
  void* pHostObject = nullptr;
  const char** ppMetricNames = nullptr;
  std::size_t numMetrics = 0;
};
struct HostGetConfigImageSize {
  std::size_t structSize = 32;
  void* pPriv = nullptr;
  void* pHostObject = nullptr;
  std::size_t configImageSize = 0;
};
struct HostGetConfigImage {
  std::size_t structSize = 40;
  void* pPriv = nullptr;
  void* pHostObject = nullptr;
  std::size_t configImageSize = 0;
  std::uint8_t* pConfigImage = nullptr;
};
struct HostEvaluate {
  std::size_t structSize = 72;
  void* pPriv = nullptr;
  void* pHostObject = nullptr;
  const std::uint8_t* pCounterDataImage = nullptr;
  std::size_t counterDataImageSize = 0;
  std::size_t rangeIndex = 0;
  const char** ppMetricNames = nullptr;
  std::size_t numMetrics = 0;
  double* pMetricValues = nullptr;
};

// cupti_range_profiler.h
struct RangeEnable {
  std::size_t structSize = 32;
  void* pPriv = nullptr;
  Handle ctx = nullptr;
  void* pRangeProfilerObject = nullptr;
};
/// Disable, Start and PopRange take nothing else.
struct RangeObject {
  std::size_t structSize = 24;
  void* pPriv = nullptr;
  void* pRangeProfilerObject = nullptr;
};
struct RangeSetConfig {
  std::size_t structSize = 90;
  void* pPriv = nullptr;
  void* pRangeProfilerObject = nullptr;
  std::size_t configSize = 0;
  const std::uint8_t* pConfig = nullptr;
  std::size_t counterDataImageSize = 0;
  std::uint8_t* pCounterDataImage = nullptr;
  int range = 2;      ///< CUPTI_UserRange
  int replayMode = 3; ///< CUPTI_UserReplay
  std::size_t maxRangesPerPass = 1;
  std::uint16_t numNestingLevels = 1;
  std::uint16_t minNestingLevel = 1;
  std::size_t passIndex = 0;
  std::uint16_t targetNestingLevel = 0;
};
struct RangeStop {
  std::size_t structSize = 41;
  void* pPriv = nullptr;
  void* pRangeProfilerObject = nullptr;
  std::size_t passIndex = 0;
  std::size_t targetNestingLevel = 0;
  std::uint8_t isAllPassSubmitted = 0;
};
struct RangePush {
  std::size_t structSize = 32;
  void* pPriv = nullptr;
  void* pRangeProfilerObject = nullptr;
  const char* pRangeName = nullptr;
};
struct RangeDecode {
  std::size_t structSize = 32;
  void* pPriv = nullptr;
  void* pRangeProfilerObject = nullptr;
  std::size_t numOfRangeDropped = 0;
};
struct RangeGetCounterDataSize {
  std::size_t structSize = 64;
  void* pPriv = nullptr;
  void* pRangeProfilerObject = nullptr;
  const char** pMetricNames = nullptr;
  std::size_t numMetrics = 0;
  std::size_t maxNumOfRanges = 1;
  std::uint32_t maxNumRangeTreeNodes = 1;
  std::size_t counterDataSize = 0;
};
struct RangeImageInitialize {
  std::size_t structSize = 40;
  void* pPriv = nullptr;
  void* pRangeProfilerObject = nullptr;
  std::size_t counterDataSize = 0;
  std::uint8_t* pCounterData = nullptr;
};

} // namespace warpscope::measure::cuda
