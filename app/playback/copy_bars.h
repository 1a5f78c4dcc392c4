// The asynchronous copies of a traced block as intervals, from the call that issues them to the wait that
// completes them. The simulator copies at once; a device copies somewhere in between, while the warp
// computes.
#pragma once

#include "app/playback/playback.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpscope::playback {

/// A group of a warp's copies: all that it issued before one commit, or for one phase of a cuda::barrier
/// (which another warp may wait for; the bar then ends where its own warp waits). For lanes in different
/// groups, that of the lowest lane.
struct CopyBar {
  std::uint32_t warp = 0;
  std::uint64_t from = 0, to = 0; ///< in steps; `to` of one that is never waited for is the end of the trace
  std::size_t event = 0;          ///< its first store to shared memory
  std::uint32_t site = 0;         ///< of that store
  std::uint32_t copies = 0;       ///< warp-wide stores
  std::uint64_t bytes = 0;        ///< bytes that they write, including zero fill
  std::optional<std::uint32_t> wait_pc; ///< nullopt: not waited for by all of its lanes
  /// The lowest level that no earlier bar of the warp occupies at `from`: how many are in flight.
  std::uint32_t level = 0;
  [[nodiscard]] bool waited() const { return wait_pc.has_value(); }
  bool operator==(const CopyBar&) const = default;
};

/// By warp, then by `from`. Only copies to shared memory: others happen at once on a device, too.
[[nodiscard]] std::vector<CopyBar> copy_bars(const Playback& playback);

} // namespace warpscope::playback
