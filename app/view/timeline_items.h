// What the timeline shows of the block's warps, ready to be painted: a bar or a tick for each access in
// sight, or one for all that share a pixel. Answered from the BlockIndex, so that a million events cost what
// the pixels cost.
#pragma once

#include "app/playback/block_index.h"
#include "app/playback/time_axis.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpscope::view {

struct TimelineItem {
  float x0 = 0, x1 = 0; ///< pixels from the left edge; may lie beyond both edges
  std::uint32_t row = 0;
  /// Of several accesses in a pixel, the one that costs most: the first in this order.
  enum class Kind : std::uint8_t { Conflict, SharedLoad, SharedStore, Other } kind = Kind::Other;
  bool several = false; ///< more than one access
  bool operator==(const TimelineItem&) const = default;
};

[[nodiscard]] std::vector<TimelineItem> timeline_items(const playback::BlockIndex& index,
                                                       const playback::TimeAxis& axis, float width);

/// The access of a warp that covers `step`, or the nearest one within `reach` steps of it: an event number.
[[nodiscard]] std::optional<std::uint32_t> access_at(const playback::BlockIndex& index, std::uint32_t warp,
                                                     double step, double reach);

} // namespace warpscope::view
