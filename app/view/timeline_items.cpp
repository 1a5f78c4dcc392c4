// Collects the timeline's items, pixel by pixel.
#include "app/view/timeline_items.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpscope::view {

namespace {

using Kind = TimelineItem::Kind;

Kind kind_of(const playback::AccessSum& sum) {
  if (sum.conflicts > 0) return Kind::Conflict;
  if (sum.shared_loads > 0) return Kind::SharedLoad;
  return sum.shared_stores + sum.shared_atomics > 0 ? Kind::SharedStore : Kind::Other;
}

std::size_t first_from(std::span<const std::uint64_t> starts, double step) {
  if (step <= 0) return 0;
  return static_cast<std::size_t>(
      std::lower_bound(starts.begin(), starts.end(), static_cast<std::uint64_t>(std::ceil(step))) -
      starts.begin());
}

} // namespace

std::vector<TimelineItem> timeline_items(const playback::BlockIndex& index, const playback::TimeAxis& axis,
                                         float width) {
  std::vector<TimelineItem> items;
  if (width < 1 || axis.steps() == 0) return items;
  const double steps_a_pixel = axis.span() / static_cast<double>(width);
  const auto x_of = [&](double step) { return static_cast<float>((step - axis.first()) / steps_a_pixel); };
  for (std::uint32_t warp = 0; warp < index.warps(); ++warp) {
    const std::span<const std::uint64_t> starts = index.starts(warp);
    std::size_t i = first_from(starts, axis.first());
    if (i > 0) --i; // it may extend into the visible range
    while (i < starts.size() && static_cast<double>(starts[i]) < axis.end()) {
      const double start = static_cast<double>(starts[i]), end = start + index.steps_of(warp, i);
      TimelineItem item;
      item.row = warp;
      // All accesses that begin in this pixel, in one look-up.
      const double pixel_end = axis.first() +
                               (std::floor((start - axis.first()) / steps_a_pixel) + 1) * steps_a_pixel;
      std::size_t next = i + 1;
      if (next < starts.size() && static_cast<double>(starts[next]) < pixel_end) {
        next = std::max(next, first_from(starts, pixel_end));
        const double last_end = static_cast<double>(starts[next - 1]) + index.steps_of(warp, next - 1);
        item.several = true;
        item.x0 = x_of(start);
        item.x1 = std::max(x_of(last_end), x_of(pixel_end));
      } else {
        item.x0 = x_of(start);
        item.x1 = x_of(end);
      }
      item.kind = kind_of(index.sum(warp, i, next));
      i = next;
      if (item.x1 < 0) continue;
      // Neighbouring pixels of one kind form one bar.
      if (item.several && !items.empty()) {
        TimelineItem& last = items.back();
        if (last.several && last.row == warp && last.kind == item.kind && item.x0 <= last.x1 + 1) {
          last.x1 = std::max(last.x1, item.x1);
          continue;
        }
      }
      items.push_back(item);
    }
  }
  return items;
}

TimelineLegend timeline_legend(const trace::BlockTrace& trace, const playback::BlockIndex& index) {
  TimelineLegend legend;
  for (std::uint32_t warp = 0; warp < index.warps(); ++warp) {
    const playback::AccessSum sum = index.sum(warp, 0, index.accesses(warp).size());
    legend.conflicts = legend.conflicts || sum.conflicts != 0;
    legend.shared_loads = legend.shared_loads || sum.shared_loads != 0;
    legend.shared_stores = legend.shared_stores || sum.shared_stores != 0;
    legend.shared_atomics = legend.shared_atomics || sum.shared_atomics != 0;
  }
  std::array<bool, space_count> touched{};
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace.event(i).kind == trace::StepKind::Access)
      touched[static_cast<std::size_t>(trace.event(i).space)] = true;
  for (unsigned s = 0; s < space_count; ++s)
    if (const auto space = static_cast<Space>(s); touched[s] && cost_rule(space) != CostRule::Banks)
      legend.others.push_back(space);
  return legend;
}

std::optional<std::uint32_t> access_at(const playback::BlockIndex& index, std::uint32_t warp, double step,
                                       double reach) {
  const std::span<const std::uint64_t> starts = index.starts(warp);
  if (starts.empty()) return std::nullopt;
  std::optional<std::uint32_t> best;
  double nearest = reach;
  const auto after = static_cast<std::size_t>(
      std::upper_bound(starts.begin(), starts.end(), static_cast<std::uint64_t>(std::max(0.0, step))) -
      starts.begin());
  for (std::size_t i = after > 0 ? after - 1 : 0; i < std::min(starts.size(), after + 1); ++i) {
    const double from = static_cast<double>(starts[i]), to = from + index.steps_of(warp, i);
    const double distance = step < from ? from - step : step > to ? step - to : 0;
    if (distance > nearest) continue;
    nearest = distance;
    best = index.accesses(warp)[i];
    if (distance == 0) break;
  }
  return best;
}

} // namespace warpscope::view
