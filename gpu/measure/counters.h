// Totals of a launch from the hardware's counters, by CUPTI's range profiler.
#pragma once

#include "gpu/measure/device.h"

#include <functional>
#include <string>
#include <vector>

namespace warpscope::measure {

/// Initialises CUPTI's profiling once. Returns why there is none, or an empty string.
[[nodiscard]] std::string no_profiler();
/// "13.0"; empty without CUPTI.
[[nodiscard]] std::string cupti_version();
/// CUPTI's name of the chip ("GH100"), or an empty string.
[[nodiscard]] std::string chip_name();

struct MeasuredTotals {
  std::optional<protocol::Counters> counters;
  std::string failed;               ///< why there are no totals
  std::vector<std::string> unknown; ///< metrics that this chip does not have
};
/// `pass` restores the buffers, launches once and waits; it is called once for each pass that the counters
/// need.
[[nodiscard]] MeasuredTotals measure_totals(const GpuDevice& device, const std::function<void()>& restore,
                                            const std::function<void()>& launch);

} // namespace warpscope::measure
