// Measures how long a launch takes, with events on the device.
#pragma once

#include "gpu/measure/launch.h"

#include <string>

namespace warpscope::measure {

struct Timing {
  std::optional<protocol::RecordedTimes> warm, cold;
  std::optional<protocol::RecordedTimes> empty; ///< a kernel without a statement, timed as `warm` was
  std::string warm_note, cold_note;             ///< why one is missing or has fewer repetitions
};

/// Warm: after 30 ms of launches that do not count, at least 20 that do, each with its buffers restored;
/// launches shorter than 50 us are batched in a graph, so that a batch takes some 200 us, provided that a
/// launch leaves the same contents when its input is the previous output. Cold: L2 is overwritten before each
/// launch. It takes about a fifth of the request's limit of seconds at most; fewer repetitions are noted.
/// `budget`: bytes of the device's memory that are left.
[[nodiscard]] Timing measure_times(PreparedCall& call, const GpuDevice& device,
                                   const protocol::MeasureRequest& request, std::uint64_t budget);

/// Median, minimum and quartiles of `seconds`, which must not be empty (linear between neighbours).
[[nodiscard]] protocol::RecordedTimes summary(std::vector<double> seconds, std::uint32_t batch);

} // namespace warpscope::measure
