// Counts of each instruction by CUPTI's SASS metrics, and the lines of the text that they stand for.
#pragma once

#include "gpu/measure/device.h"
#include "gpu/measure/nvrtc.h"

#include <functional>
#include <string>
#include <vector>

namespace warpscope::measure {

struct MeasuredLines {
  std::optional<std::vector<protocol::RecordedLine>> lines;
  std::vector<protocol::RecordedInstruction> instructions;
  std::string failed;               ///< why there are none
  std::vector<std::string> unknown; ///< metrics that this chip has not
};

/// CUPTI takes one configuration a process and gives no second (out of memory), so all metrics are configured
/// once, at the first use, and stay. `launch`: launches `symbol` of `cubin` once and waits.
[[nodiscard]] MeasuredLines measure_lines(const GpuDevice& device, const std::vector<char>& cubin,
                                          const std::string& symbol, const std::function<void()>& launch);

/// Names of all SASS metrics of this GPU, with what they are; for whoever extends the table.
[[nodiscard]] std::vector<std::string> list_sass_metrics();

} // namespace warpscope::measure
