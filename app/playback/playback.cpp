// Gives every event of a traced block its steps.
#include "app/playback/playback.h"

#include "sim/model/banks.h"

#include <algorithm>
#include <cassert>

namespace warpscope::playback {
namespace {

// Returns the first element greater than (or, backwards, the last one less than) a value in an ascending
// list.
std::optional<std::size_t> above(std::span<const std::uint32_t> list, std::size_t value) {
  const auto it = std::upper_bound(list.begin(), list.end(), value);
  if (it == list.end()) return std::nullopt;
  return *it;
}
std::optional<std::size_t> below(std::span<const std::uint32_t> list, std::size_t value) {
  const auto it = std::lower_bound(list.begin(), list.end(), value);
  if (it == list.begin()) return std::nullopt;
  return *std::prev(it);
}

} // namespace

Playback::Playback(std::shared_ptr<const trace::BlockTrace> trace) : trace_(std::move(trace)) {
  if (!trace_) return;
  const std::size_t count = trace_->size();
  starts_.reserve(count + 1);
  std::uint64_t step = 0;
  for (std::size_t i = 0; i < count; ++i) {
    starts_.push_back(step);
    const trace::BlockTrace::Event& event = trace_->event(i);
    const auto number = static_cast<std::uint32_t>(i);
    switch (event.kind) {
    case trace::StepKind::Access:
      // An access always takes a step, so that every one can be pointed at.
      step += cost_rule(event.space) == CostRule::Banks
                  ? std::max<std::uint32_t>(
                        1, model::count_banks(trace_->access(i), event.access_kind).wavefronts)
                  : 1;
      accesses_.push_back(number);
      if (event.warp >= by_warp_.size()) by_warp_.resize(event.warp + 1);
      by_warp_[event.warp].push_back(number);
      break;
    case trace::StepKind::BarrierRelease:
      step += 1;
      releases_.push_back(number);
      break;
    case trace::StepKind::BarrierArrive: break;
    }
  }
  starts_.push_back(step);
}

std::uint32_t Playback::steps_of(std::size_t event) const {
  if (event + 1 >= starts_.size()) return 0;
  return static_cast<std::uint32_t>(starts_[event + 1] - starts_[event]);
}

Moment Playback::moment_at(std::uint64_t step) const {
  if (empty()) return {};
  step = std::min(step, steps() - 1);
  // The last event that starts at or before the step: events without steps come before it, never after.
  const auto it = std::upper_bound(starts_.begin(), starts_.end(), step);
  const auto event = static_cast<std::size_t>(it - starts_.begin()) - 1;
  return {event, static_cast<std::uint32_t>(step - starts_[event])};
}

std::uint64_t Playback::step_of(Moment moment) const {
  if (empty()) return 0;
  if (moment.event + 1 >= starts_.size()) return steps() - 1;
  const std::uint32_t wavefronts = steps_of(moment.event);
  const std::uint64_t step = starts_[moment.event] +
                             (wavefronts == 0 ? 0 : std::min(moment.wavefront, wavefronts - 1));
  return std::min(step, steps() - 1);
}

std::span<const std::uint32_t> Playback::accesses_of_warp(std::uint32_t warp) const {
  if (warp >= by_warp_.size()) return {};
  return by_warp_[warp];
}

std::optional<Moment> Playback::next(Moment from, Stride stride, std::optional<std::uint32_t> warp) const {
  if (empty()) return std::nullopt;
  if (stride == Stride::Barrier) {
    const auto event = above(releases_, from.event);
    return event ? std::optional(Moment{*event, 0}) : std::nullopt;
  }
  if (stride == Stride::Step) {
    const bool mine = from.event < trace_->size() &&
                      (!warp || (trace_->event(from.event).kind == trace::StepKind::Access &&
                                 trace_->event(from.event).warp == *warp));
    if (mine && from.wavefront + 1 < steps_of(from.event)) return Moment{from.event, from.wavefront + 1};
    if (!warp) {
      // An event without steps is before the step that its position names.
      const bool between = from.event < trace_->size() && steps_of(from.event) == 0;
      const std::uint64_t step = step_of(from) + (between ? 0 : 1);
      if (between && starts_[from.event] >= steps()) return std::nullopt;
      return step < steps() ? std::optional(moment_at(step)) : std::nullopt;
    }
  }
  const auto event = above(warp ? accesses_of_warp(*warp) : accesses_, from.event);
  return event ? std::optional(Moment{*event, 0}) : std::nullopt;
}

std::optional<Moment> Playback::previous(Moment from, Stride stride,
                                         std::optional<std::uint32_t> warp) const {
  if (empty()) return std::nullopt;
  if (stride == Stride::Barrier) {
    const auto event = below(releases_, from.event);
    return event ? std::optional(Moment{*event, 0}) : std::nullopt;
  }
  const bool known = from.event < trace_->size() && trace_->event(from.event).kind == trace::StepKind::Access;
  const bool mine = known && (!warp || trace_->event(from.event).warp == *warp);
  if (stride == Stride::Step) {
    if (mine && from.wavefront > 0) {
      return Moment{from.event, std::min(from.wavefront, steps_of(from.event)) - 1};
    }
    if (!warp) {
      const std::uint64_t step = step_of(from);
      return step > 0 ? std::optional(moment_at(step - 1)) : std::nullopt;
    }
    const auto event = below(accesses_of_warp(*warp), from.event);
    return event ? std::optional(Moment{*event, steps_of(*event) - 1}) : std::nullopt;
  }
  // Backwards by accesses: first to the beginning of this one, as in music players.
  if (mine && from.wavefront > 0) return Moment{from.event, 0};
  const auto event = below(warp ? accesses_of_warp(*warp) : accesses_, from.event);
  return event ? std::optional(Moment{*event, 0}) : std::nullopt;
}

std::optional<Moment> Playback::next_access_of_site(std::uint32_t site, Moment from) const {
  // A scan: a click may take a millisecond, so sites need no index of their own here.
  const auto begin = std::lower_bound(accesses_.begin(), accesses_.end(), from.event);
  const auto is_site = [&](std::uint32_t event) { return trace_->event(event).site_or_pc == site; };
  auto it = std::find_if(begin, accesses_.end(), is_site);
  if (it == accesses_.end()) {
    it = std::find_if(accesses_.begin(), begin, is_site);
    if (it == begin) return std::nullopt;
  }
  return Moment{*it, 0};
}

} // namespace warpscope::playback
