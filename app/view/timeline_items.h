// What the timeline shows of the block's warps, ready to paint: a bar or a tick for each visible access, or
// one for all that share a pixel. Computed from the BlockIndex, so that the cost depends on the pixels and
// not on the number of events.
#pragma once

#include "app/playback/block_index.h"
#include "app/playback/time_axis.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpscope::view {

struct TimelineItem {
  float x0 = 0, x1 = 0; ///< in pixels from the left edge; may be beyond both edges
  std::uint32_t row = 0;
  /// Of several accesses in a pixel, the most expensive one: the first in this order.
  enum class Kind : std::uint8_t { Conflict, SharedLoad, SharedStore, Other } kind = Kind::Other;
  bool several = false; ///< more than one access
  bool operator==(const TimelineItem&) const = default;
};

[[nodiscard]] std::vector<TimelineItem> timeline_items(const playback::BlockIndex& index,
                                                       const playback::TimeAxis& axis, float width);

/// What the timeline's legend has to explain: the kinds of accesses that the block has, and no others.
struct TimelineLegend {
  bool conflicts = false, shared_loads = false, shared_stores = false, shared_atomics = false;
  std::vector<Space> others; ///< those of one look, in the order of the spaces
  bool operator==(const TimelineLegend&) const = default;
};
/// `index` is of `trace`. Looks at every event: once for a picture, not for a frame.
[[nodiscard]] TimelineLegend timeline_legend(const trace::BlockTrace& trace,
                                             const playback::BlockIndex& index);

/// Returns the event of the warp's access that covers `step`, or of the nearest one within `reach` steps.
[[nodiscard]] std::optional<std::uint32_t> access_at(const playback::BlockIndex& index, std::uint32_t warp,
                                                     double step, double reach);

} // namespace warpscope::view
