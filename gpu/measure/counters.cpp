// Counts a launch's totals with CUPTI's range profiler, replaying the launch once for each pass.
#include "gpu/measure/counters.h"

#include <fmt/format.h>

#include <cmath>

namespace warpscope::measure {

namespace {

struct CuptiFailure {
  std::string sentence;
};

void check_cupti(int code, const char* call) {
  if (code != 0) throw CuptiFailure{cupti_error(call, code)};
}

/// Schedules the wanted counters into passes and builds the profiler's configuration image.
class HostObject {
 public:
  explicit HostObject(const std::string& chip) {
    cuda::HostInitialize initialize;
    initialize.pChipName = chip.c_str();
    check_cupti(cupti().host_initialize(&initialize), "cuptiProfilerHostInitialize");
    object_ = initialize.pHostObject;
  }
  ~HostObject() {
    cuda::HostDeinitialize deinitialize;
    deinitialize.pHostObject = object_;
    cupti().host_deinitialize(&deinitialize);
  }
  HostObject(const HostObject&) = delete;
  HostObject& operator=(const HostObject&) = delete;

  [[nodiscard]] bool knows(const char* metric) const {
    cuda::HostGetMetricProperties properties;
    properties.pHostObject = object_;
    properties.pMetricName = metric;
    return cupti().host_metric(&properties) == 0;
  }
  [[nodiscard]] std::vector<std::uint8_t> config(std::vector<const char*>& metrics) const {
    cuda::HostConfigAddMetrics add;
    add.pHostObject = object_;
    add.ppMetricNames = metrics.data();
    add.numMetrics = metrics.size();
    check_cupti(cupti().host_add(&add), "cuptiProfilerHostConfigAddMetrics");
    cuda::HostGetConfigImageSize size;
    size.pHostObject = object_;
    check_cupti(cupti().host_image_size(&size), "cuptiProfilerHostGetConfigImageSize");
    std::vector<std::uint8_t> image(size.configImageSize);
    cuda::HostGetConfigImage get;
    get.pHostObject = object_;
    get.configImageSize = image.size();
    get.pConfigImage = image.data();
    check_cupti(cupti().host_image(&get), "cuptiProfilerHostGetConfigImage");
    return image;
  }
  [[nodiscard]] std::vector<double> values(std::vector<const char*>& metrics,
                                           const std::vector<std::uint8_t>& counters) const {
    std::vector<double> values(metrics.size());
    cuda::HostEvaluate evaluate;
    evaluate.pHostObject = object_;
    evaluate.pCounterDataImage = counters.data();
    evaluate.counterDataImageSize = counters.size();
    evaluate.ppMetricNames = metrics.data();
    evaluate.numMetrics = metrics.size();
    evaluate.pMetricValues = values.data();
    check_cupti(cupti().host_evaluate(&evaluate), "cuptiProfilerHostEvaluateToGpuValues");
    return values;
  }

 private:
  void* object_ = nullptr;
};

class RangeProfiler {
 public:
  explicit RangeProfiler(cuda::Handle context) {
    cuda::RangeEnable enable;
    enable.ctx = context;
    check_cupti(cupti().range_enable(&enable), "cuptiRangeProfilerEnable");
    object_ = enable.pRangeProfilerObject;
  }
  ~RangeProfiler() {
    cuda::RangeObject disable;
    disable.pRangeProfilerObject = object_;
    cupti().range_disable(&disable);
  }
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;

  std::vector<std::uint8_t> collect(std::vector<const char*>& metrics,
                                    const std::vector<std::uint8_t>& config,
                                    const std::function<void()>& restore,
                                    const std::function<void()>& launch) {
    std::vector<std::uint8_t> counters = make_image(metrics);
    cuda::RangeSetConfig configure;
    configure.pRangeProfilerObject = object_;
    configure.pConfig = config.data();
    configure.configSize = config.size();
    configure.pCounterDataImage = counters.data();
    configure.counterDataImageSize = counters.size();
    check_cupti(cupti().range_configure(&configure), "cuptiRangeProfilerSetConfig");
    constexpr int most_passes = 100;
    for (int pass = 0; pass < most_passes; ++pass) {
      restore();
      if (one_pass(launch)) {
        cuda::RangeDecode decode;
        decode.pRangeProfilerObject = object_;
        check_cupti(cupti().range_decode(&decode), "cuptiRangeProfilerDecodeData");
        return counters;
      }
    }
    throw CuptiFailure{fmt::format("the counters want more than {} passes", most_passes)};
  }

 private:
  std::vector<std::uint8_t> make_image(std::vector<const char*>& metrics) {
    cuda::RangeGetCounterDataSize size;
    size.pRangeProfilerObject = object_;
    size.pMetricNames = metrics.data();
    size.numMetrics = metrics.size();
    check_cupti(cupti().range_image_size(&size), "cuptiRangeProfilerGetCounterDataSize");
    std::vector<std::uint8_t> image(size.counterDataSize);
    cuda::RangeImageInitialize initialize;
    initialize.pRangeProfilerObject = object_;
    initialize.counterDataSize = image.size();
    initialize.pCounterData = image.data();
    check_cupti(cupti().range_image(&initialize), "cuptiRangeProfilerCounterDataImageInitialize");
    return image;
  }

  /// True when that was the last pass.
  bool one_pass(const std::function<void()>& launch) {
    cuda::RangeObject object;
    object.pRangeProfilerObject = object_;
    check_cupti(cupti().range_start(&object), "cuptiRangeProfilerStart");
    cuda::RangePush push;
    push.pRangeProfilerObject = object_;
    push.pRangeName = "kernel";
    check_cupti(cupti().range_push(&push), "cuptiRangeProfilerPushRange");
    launch();
    check_cupti(cupti().range_pop(&object), "cuptiRangeProfilerPopRange");
    cuda::RangeStop stop;
    stop.pRangeProfilerObject = object_;
    check_cupti(cupti().range_stop(&stop), "cuptiRangeProfilerStop");
    return stop.isAllPassSubmitted != 0;
  }

  void* object_ = nullptr;
};

/// To be called after cuInit, without which CUPTI fails (with CUPTI_ERROR_UNKNOWN).
std::string initialize_profiler() {
  if (!cupti())
    return "there is no libcupti on this machine: scripts/install-cuda-runtime gets it, or name its folder "
           "in WARPSCOPE_CUDA_LIBS";
  if (const std::string missing = cupti().missing(); !missing.empty())
    return fmt::format("{} is too old, it has no {}", cupti().library.file().string(), missing);
  cuda::ProfilerInitialize initialize;
  if (const int code = cupti().profiler_initialize(&initialize); code != 0)
    return cupti_error("cuptiProfilerInitialize", code);
  return {};
}

} // namespace

std::string no_profiler() {
  static const std::string reason = initialize_profiler();
  return reason;
}

std::string cupti_version() {
  std::uint32_t version = 0;
  if (!cupti() || cupti().version == nullptr || cupti().version(&version) != 0) return {};
  if (version < 10'000) return fmt::format("{}", version); // before CUDA 13 CUPTI counted its versions from 1
  return fmt::format("{}.{}.{}", version / 10'000, version / 100 % 100, version % 100);
}

std::string chip_name() {
  cuda::DeviceGetChipName get;
  return no_profiler().empty() && cupti().chip_name(&get) == 0 && get.pChipName != nullptr ? get.pChipName
                                                                                           : "";
}

MeasuredTotals measure_totals(const GpuDevice& device, const std::function<void()>& restore,
                              const std::function<void()>& launch) {
  MeasuredTotals measured;
  measured.failed = no_profiler();
  if (measured.failed.empty() && chip_name().empty()) measured.failed = "CUPTI does not know this GPU";
  if (!measured.failed.empty()) return measured;
  try {
    const HostObject host(chip_name());
    std::vector<const protocol::TotalMetric*> rows;
    std::vector<const char*> metrics;
    for (const protocol::TotalMetric& row : protocol::total_metrics())
      if (host.knows(row.metric)) {
        rows.push_back(&row);
        metrics.push_back(row.metric);
      } else {
        measured.unknown.emplace_back(row.metric);
      }
    const std::vector<std::uint8_t> config = host.config(metrics);
    RangeProfiler profiler(device.context());
    const std::vector<std::uint8_t> counters = profiler.collect(metrics, config, restore, launch);
    const std::vector<double> values = host.values(metrics, counters);
    measured.counters.emplace();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (std::isfinite(values[i]) && values[i] >= 0)
        (*measured.counters)[rows[i]->id] = static_cast<std::uint64_t>(std::llround(values[i]));
      else measured.unknown.emplace_back(metrics[i]);
    }
  } catch (const CuptiFailure& failure) {
    measured.failed = failure.sentence;
  }
  return measured;
}

} // namespace warpscope::measure
