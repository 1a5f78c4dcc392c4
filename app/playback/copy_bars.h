// Asynchronous copies of a traced block as stretches of time: from the call that issues them to the wait that
// completes them. The simulator copies at once; a device does it somewhere in between, while the warp
// computes.
#pragma once

#include "app/playback/playback.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpscope::playback {

/// A group of a warp's copies: all that it issued before one commit, or for one phase of a barrier object
/// (whose wait may be another warp's: its own, where it waits). Of lanes in different groups: that of the
/// lowest of them.
struct CopyBar {
  std::uint32_t warp = 0;
  std::uint64_t from = 0, to = 0;       ///< steps; `to` of one never waited for: the end of the trace
  std::size_t event = 0;                ///< the first store to shared memory that is part of it
  std::uint32_t site = 0;               ///< of that
  std::uint32_t copies = 0;             ///< warp-wide stores
  std::uint64_t bytes = 0;              ///< that they write, zero fill too
  std::optional<std::uint32_t> wait_pc; ///< nullopt: never waited for, in all of its lanes
  std::uint32_t level = 0; ///< the lowest place that no earlier bar of the warp holds at `from`: how many are
                           ///< in flight
  [[nodiscard]] bool waited() const { return wait_pc.has_value(); }
  bool operator==(const CopyBar&) const = default;
};

/// By warp, then by `from`. Only copies to shared memory: others are done at once on a device, too.
[[nodiscard]] std::vector<CopyBar> copy_bars(const Playback& playback);

} // namespace warpscope::playback
