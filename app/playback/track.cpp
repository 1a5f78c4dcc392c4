// Lays out the steps that play: a block's as they are, a warp's one access behind the other.
#include "app/playback/track.h"

#include <algorithm>
#include <utility>

namespace warpscope::playback {

Track::Track(std::shared_ptr<const Playback> playback, std::optional<std::uint32_t> warp,
             const std::vector<bool>& sites)
    : playback_(std::move(playback)), filtered_(warp.has_value()) {
  if (!warp) return;
  for (const std::uint32_t event : playback_->accesses_of_warp(*warp)) {
    const std::uint32_t steps = playback_->steps_of(event);
    if (steps == 0) continue;
    const std::uint32_t site = playback_->trace()->event(event).site_or_pc;
    if (site < sites.size() && !sites[site]) continue;
    parts_.push_back({event, steps_});
    steps_ += steps;
  }
}

Moment Track::moment_at(std::uint64_t step) const {
  if (empty()) return {};
  if (!filtered_) return playback_->moment_at(step);
  step = std::min(step, steps_ - 1);
  const auto after = std::upper_bound(parts_.begin(), parts_.end(), step,
                                      [](std::uint64_t s, const Part& p) { return s < p.start; });
  const Part& part = *(after - 1);
  return {part.event, static_cast<std::uint32_t>(step - part.start)};
}

std::uint64_t Track::step_of(Moment moment) const {
  if (empty()) return 0;
  if (!filtered_) return playback_->step_of(moment);
  const auto after = std::upper_bound(parts_.begin(), parts_.end(), moment.event,
                                      [](std::size_t e, const Part& p) { return e < p.event; });
  if (after == parts_.begin()) return 0;
  const Part& part = *(after - 1);
  const std::uint64_t end = after == parts_.end() ? steps_ : after->start;
  if (part.event != moment.event) return end - 1;
  return std::min(part.start + moment.wavefront, end - 1);
}

} // namespace warpscope::playback
