// A request to a recording: compiles, launches, times and counts. One at a time in a process.
#pragma once

#include "gpu/protocol/recording.h"
#include "gpu/protocol/request.h"

#include <functional>
#include <string>

namespace warpscope::measure {

struct MeasureOutcome {
  protocol::Recording recording;
  bool broken = false; ///< the kernel left the context useless: the process has to end
};

/// Measures what `request` asks. A hung kernel cannot be cancelled: when the limit of seconds is over,
/// `give_up` gets the recording as far as it is (status timed_out) on another thread, and has to end the
/// process. Before it ends `tell` gets what is there so far, behind each build's times and counters.
[[nodiscard]] MeasureOutcome measure(const protocol::MeasureRequest& request,
                                     const std::function<void(const protocol::Recording&)>& give_up,
                                     const std::function<void(const protocol::Recording&)>& tell = {});

/// The recording that answers a document that is no request.
[[nodiscard]] protocol::Recording bad_request(const std::string& sentence);

} // namespace warpscope::measure
