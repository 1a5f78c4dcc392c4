// Turns a request into a recording: compiles, launches, times and counts. One request at a time in a process.
#pragma once

#include "gpu/protocol/recording.h"
#include "gpu/protocol/request.h"

#include <functional>
#include <string>

namespace warpscope::measure {

struct MeasureOutcome {
  protocol::Recording recording;
  bool broken = false; ///< the kernel left the context unusable: the process has to end
};

/// Measures what `request` asks for. A hung kernel cannot be cancelled: when the limit of seconds has passed,
/// `give_up` receives the recording so far (status timed_out) on another thread, and has to end the process.
/// Until then `tell` receives the recording so far after the times and after the counters of each build.
[[nodiscard]] MeasureOutcome measure(const protocol::MeasureRequest& request,
                                     const std::function<void(const protocol::Recording&)>& give_up,
                                     const std::function<void(const protocol::Recording&)>& tell = {});

/// Returns the recording that answers a document which is not a request.
[[nodiscard]] protocol::Recording bad_request(const std::string& sentence);

} // namespace warpscope::measure
