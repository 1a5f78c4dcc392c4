// Counts each instruction with CUPTI's SASS metrics, and maps the instructions to lines of the text.
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
  std::string failed;               ///< why there are no counts
  std::vector<std::string> unknown; ///< metrics that this chip does not have
};

/// CUPTI accepts one configuration per process and fails on a second (out of memory), so all metrics are
/// configured once, at the first use, and stay. `launch` launches `symbol` of `cubin` once and waits.
/// `headers`: as of LineTable.
[[nodiscard]] MeasuredLines measure_lines(const GpuDevice& device, const std::vector<char>& cubin,
                                          const std::string& symbol, const std::vector<std::string>& headers,
                                          const std::function<void()>& launch);

/// The names and descriptions of all SASS metrics of this GPU, for extending the table.
[[nodiscard]] std::vector<std::string> list_sass_metrics();

} // namespace warpscope::measure
