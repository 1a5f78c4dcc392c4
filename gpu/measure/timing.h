// How long a launch takes, by events on the device.
#pragma once

#include "gpu/measure/launch.h"

#include <string>

namespace warpscope::measure {

struct Timing {
  std::optional<protocol::RecordedTimes> warm, cold;
  std::string warm_note, cold_note; ///< why one is missing or taken over fewer repetitions
};

/// Warm: launches for 30 ms that are not counted, then at least 20 that are, each with its buffers as at
/// first; launches shorter than 50 us are batched in a graph, so that a batch takes some 200 us, if a launch
/// leaves the same when its input is what the last one left. Cold: L2 is overwritten before each. `seconds`:
/// about as long as it may take; fewer repetitions are said.
[[nodiscard]] Timing measure_times(PreparedCall& call, const GpuDevice& device, std::uint64_t budget,
                                   double seconds);

/// Median, least and quartiles of `seconds`, which is not empty (linear between neighbours).
[[nodiscard]] protocol::RecordedTimes summary(std::vector<double> seconds, std::uint32_t batch);

} // namespace warpscope::measure
