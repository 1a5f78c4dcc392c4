// Counts of the hardware: totals of a launch by CUPTI's range profiler.
#pragma once

#include "gpu/measure/device.h"

#include <functional>
#include <string>
#include <vector>

namespace warpscope::measure {

/// Initialises CUPTI's profiling once. Why there is none, or empty.
[[nodiscard]] std::string no_profiler();
/// "13.0"; empty without CUPTI.
[[nodiscard]] std::string cupti_version();
/// CUPTI's name of the chip ("GH100"), or empty.
[[nodiscard]] std::string chip_name();

struct MeasuredTotals {
  std::optional<protocol::Counters> counters;
  std::string failed;               ///< why there are none
  std::vector<std::string> unknown; ///< metrics that this chip has not
};
/// `pass`: restores the buffers, launches once and waits; called as often as the counters need.
[[nodiscard]] MeasuredTotals measure_totals(const GpuDevice& device, const std::function<void()>& restore,
                                            const std::function<void()>& launch);

} // namespace warpscope::measure
