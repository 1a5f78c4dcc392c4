// A CUPTI that knows its GPU and its counters, and that lets nobody read them, as libcupti.so.13: every
// function that touches the device gives WARPSCOPE_FAKE_CUPTI (35: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES).
#include "gpu/measure/cuda_abi.h"

#include <cstdint>
#include <cstdlib>

using namespace warpscope::measure::cuda;

#define FAKE(name, ...) extern "C" [[gnu::visibility("default")]] int name(__VA_ARGS__)

namespace {

int refusal() {
  const char* named = std::getenv("WARPSCOPE_FAKE_CUPTI");
  return named == nullptr ? cupti_insufficient_privileges : std::atoi(named);
}
int some;

} // namespace

FAKE(cuptiGetVersion, std::uint32_t* out) { return *out = 130000, 0; }
FAKE(cuptiGetResultString, int code, const char** out) {
  return *out = code == 35 ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR_UNKNOWN", 0;
}
FAKE(cuptiProfilerInitialize, void*) { return 0; }
FAKE(cuptiDeviceGetChipName, DeviceGetChipName* get) { return get->pChipName = "FAKE", 0; }
FAKE(cuptiGetSassToSourceCorrelation, void*) { return refusal(); }
FAKE(cuptiSassMetricsGetNumOfMetrics, SassGetNumOfMetrics* get) { return get->numOfMetrics = 1, 0; }
FAKE(cuptiSassMetricsGetMetrics, SassGetMetrics* get) {
  get->pMetricsList[0].metricId = 7;
  get->pMetricsList[0].pMetricName = "smsp__sass_inst_executed_op_global_ld";
  get->pMetricsList[0].pMetricDescription = "";
  return 0;
}
FAKE(cuptiSassMetricsSetConfig, void*) { return refusal(); }
FAKE(cuptiSassMetricsEnable, void*) { return refusal(); }
FAKE(cuptiSassMetricsDisable, void*) { return refusal(); }
FAKE(cuptiSassMetricsGetDataProperties, void*) { return refusal(); }
FAKE(cuptiSassMetricsFlushData, void*) { return refusal(); }
FAKE(cuptiProfilerHostInitialize, HostInitialize* initialize) { return initialize->pHostObject = &some, 0; }
FAKE(cuptiProfilerHostDeinitialize, void*) { return 0; }
FAKE(cuptiProfilerHostGetMetricProperties, void*) { return 0; }
FAKE(cuptiProfilerHostConfigAddMetrics, void*) { return 0; }
FAKE(cuptiProfilerHostGetConfigImageSize, HostGetConfigImageSize* get) {
  return get->configImageSize = 16, 0;
}
FAKE(cuptiProfilerHostGetConfigImage, void*) { return 0; }
FAKE(cuptiProfilerHostEvaluateToGpuValues, void*) { return refusal(); }
FAKE(cuptiRangeProfilerEnable, void*) { return refusal(); }
FAKE(cuptiRangeProfilerDisable, void*) { return refusal(); }
FAKE(cuptiRangeProfilerSetConfig, void*) { return refusal(); }
FAKE(cuptiRangeProfilerStart, void*) { return refusal(); }
FAKE(cuptiRangeProfilerStop, void*) { return refusal(); }
FAKE(cuptiRangeProfilerPushRange, void*) { return refusal(); }
FAKE(cuptiRangeProfilerPopRange, void*) { return refusal(); }
FAKE(cuptiRangeProfilerDecodeData, void*) { return refusal(); }
FAKE(cuptiRangeProfilerGetCounterDataSize, void*) { return refusal(); }
FAKE(cuptiRangeProfilerCounterDataImageInitialize, void*) { return refusal(); }
