// Turns a request into a recording: compiles, launches, times and counts. One request at a time in a process.
#pragma once

#include "gpu/protocol/recording.h"
#include "gpu/protocol/request.h"

#include <functional>
#include <optional>
#include <string>

namespace warpscope::measure {

struct MeasureOutcome {
  protocol::Recording recording;
  bool broken = false; ///< the kernel left the context unusable: the process has to end
};

/// Answers a request by its times alone, from a process in which no profiler is loaded
/// (gpu/measure/times_process.h); nullopt and half a sentence when it cannot.
using TimeElsewhere = std::function<std::optional<protocol::Recording>(const protocol::MeasureRequest&,
                                                                       std::string&)>;

/// Measures what `request` asks for. A hung kernel cannot be cancelled: when the limit of seconds has passed,
/// `give_up` receives the recording so far (status timed_out) on another thread, and has to end the process.
/// Until then `tell` receives the recording so far after the times and after the counters of each build.
/// `elsewhere` is asked for the times of a request that wants counters, too; without it, or when it fails,
/// they are taken here, which could_not then says.
[[nodiscard]] MeasureOutcome measure(const protocol::MeasureRequest& request,
                                     const std::function<void(const protocol::Recording&)>& give_up,
                                     const std::function<void(const protocol::Recording&)>& tell = {},
                                     const TimeElsewhere& elsewhere = {});

/// Returns the recording that answers a document which is not a request.
[[nodiscard]] protocol::Recording bad_request(const std::string& sentence);

} // namespace warpscope::measure
