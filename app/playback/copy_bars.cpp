// Follows asynchronous copies from their call to the wait that ends them.
#include "app/playback/copy_bars.h"

#include "sim/trace/copy_groups.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>

namespace warpscope::playback {
namespace {

/// A phase of a cuda::barrier that copies belong to.
struct Phase {
  std::uint32_t object = 0, phase = 0;
  bool operator==(const Phase&) const = default;
};

struct Open {
  std::size_t bar = 0;
  std::optional<Phase> of; ///< when set, the copies' group is not waited for
  std::uint32_t group = 0; ///< of the lowest lane
  std::uint32_t lanes = 0; ///< lanes that have not waited
  std::array<std::uint32_t, warp_size> groups{};
};

class Warp {
 public:
  std::uint32_t copying = 0; ///< lanes within a call

  void commit(std::uint32_t lanes) { groups_.commit(lanes); }

  /// Returns the bars that end here, all of their lanes having waited.
  std::vector<std::size_t> wait(const trace::OrderEvent& order) {
    groups_.wait(order);
    std::vector<std::size_t> done;
    for (Open& open : open_) {
      for (std::uint32_t rest = open.of ? 0 : open.lanes & order.lanes; rest != 0; rest &= rest - 1)
        if (const std::uint32_t lane = lowest(rest); groups_.waited_for(lane, open.groups[lane]))
          open.lanes &= ~(1u << lane);
      if (open.lanes == 0) done.push_back(open.bar);
    }
    std::erase_if(open_, [](const Open& open) { return open.lanes == 0; });
    return done;
  }

  /// Makes the copies so far part of the object's phase: returns pairs of a bar and the earlier bar of that
  /// phase that it joins.
  std::vector<std::pair<std::size_t, std::size_t>> bind(const trace::OrderEvent& order) {
    const Phase phase{order.object, order.phase};
    std::vector<std::pair<std::size_t, std::size_t>> joined;
    for (Open& open : open_) {
      if (open.of || (open.lanes & order.lanes) == 0) continue;
      if (const auto same = std::find_if(open_.begin(), open_.end(),
                                         [&](const Open& o) { return o.of == phase; });
          same != open_.end()) {
        joined.emplace_back(open.bar, same->bar);
        open.lanes = 0;
      } else {
        open.of = phase;
      }
    }
    std::erase_if(open_, [](const Open& open) { return open.lanes == 0; });
    return joined;
  }

  /// Returns the bars of the phase. `own`: the warp itself waited, and nothing later counts.
  std::vector<std::size_t> waited_for(const trace::OrderEvent& order, bool own) {
    std::vector<std::size_t> done;
    const auto is = [&](const Open& open) { return open.of == Phase{order.object, order.phase}; };
    for (const Open& open : open_)
      if (is(open)) done.push_back(open.bar);
    if (own) std::erase_if(open_, is);
    return done;
  }

  /// Returns the open bar that these lanes' copy belongs to; nullptr: a new one begins.
  Open* open_of(std::uint32_t lanes) {
    const auto found = std::find_if(open_.begin(), open_.end(), [&](const Open& open) {
      return !open.of && open.group == groups_.open_group(lowest(lanes));
    });
    return found == open_.end() ? nullptr : &*found;
  }
  Open& begin(std::size_t bar, std::uint32_t lanes) {
    return open_.emplace_back(Open{bar, std::nullopt, groups_.open_group(lowest(lanes)), 0, {}});
  }
  void add(Open& open, std::uint32_t lanes) {
    open.lanes |= lanes;
    for (; lanes != 0; lanes &= lanes - 1) open.groups[lowest(lanes)] = groups_.open_group(lowest(lanes));
  }

 private:
  static std::uint32_t lowest(std::uint32_t lanes) {
    return static_cast<std::uint32_t>(std::countr_zero(lanes));
  }

  trace::CopyGroups groups_;
  std::vector<Open> open_;
};

void set_levels(std::vector<CopyBar>& bars) {
  std::vector<std::uint64_t> busy; ///< by level, for the current warp: occupied until then
  for (std::size_t i = 0; i < bars.size(); ++i) {
    CopyBar& bar = bars[i];
    if (i == 0 || bars[i - 1].warp != bar.warp) busy.clear();
    const auto free = std::find_if(busy.begin(), busy.end(),
                                   [&](std::uint64_t until) { return until <= bar.from; });
    bar.level = static_cast<std::uint32_t>(free - busy.begin());
    if (free == busy.end()) busy.push_back(bar.to);
    else *free = bar.to;
  }
}

} // namespace

std::vector<CopyBar> copy_bars(const Playback& playback) {
  std::vector<CopyBar> bars;
  if (playback.trace() == nullptr || playback.trace()->copy_orders().empty()) return bars;
  const trace::BlockTrace& trace = *playback.trace();
  std::map<std::uint32_t, Warp> warps;
  const auto step_before = [&](std::size_t event) {
    return event < trace.size() ? playback.first_step(event) : playback.steps();
  };
  const auto end = [&](std::size_t bar, const trace::BlockTrace::CopyOrder& said) {
    bars[bar].to = step_before(said.before);
    bars[bar].wait_pc = said.order.pc;
  };
  const auto obey = [&](const trace::BlockTrace::CopyOrder& said) {
    Warp& warp = warps[said.order.warp];
    switch (said.order.kind) {
    case trace::OrderKind::CopyBegin: warp.copying |= said.order.lanes; return;
    case trace::OrderKind::CopyEnd: warp.copying &= ~said.order.lanes; return;
    case trace::OrderKind::CopyCommit: warp.commit(said.order.lanes); return;
    case trace::OrderKind::CopyWaitOldest:
    case trace::OrderKind::CopyWaitPrior:
      for (const std::size_t bar : warp.wait(said.order)) end(bar, said);
      return;
    case trace::OrderKind::ObjectCopies:
      for (const auto& [bar, earlier] : warp.bind(said.order)) {
        bars[earlier].copies += std::exchange(bars[bar].copies, 0);
        bars[earlier].bytes += bars[bar].bytes;
      }
      return;
    case trace::OrderKind::ObjectWait:
      for (auto& [number, other] : warps)
        for (const std::size_t bar : other.waited_for(said.order, number == said.order.warp))
          if (number == said.order.warp || !bars[bar].wait_pc) end(bar, said);
      return;
    case trace::OrderKind::FenceBlock:
    case trace::OrderKind::FenceDevice:
    case trace::OrderKind::ObjectArrive:
    case trace::OrderKind::ClusterArrive:
    case trace::OrderKind::ClusterWait:
    case trace::OrderKind::FenceProxy:
    case trace::OrderKind::FenceProduct: return;
    }
  };
  const auto access = [&](std::size_t number) {
    const trace::BlockTrace::Event& event = trace.event(number);
    if (event.kind != trace::StepKind::Access || event.space != Space::Shared ||
        event.access_kind != AccessKind::Store)
      return;
    const auto found = warps.find(event.warp);
    const std::uint32_t lanes = found == warps.end() ? 0 : found->second.copying & event.mask;
    if (lanes == 0) return;
    Warp& warp = found->second;
    Open* open = warp.open_of(lanes);
    if (open == nullptr) {
      open = &warp.begin(bars.size(), lanes);
      bars.push_back({event.warp, playback.first_step(number), playback.steps(), number, event.site_or_pc});
    }
    warp.add(*open, lanes);
    ++bars[open->bar].copies;
    bars[open->bar].bytes += std::uint64_t{trace.access(number).width} *
                             static_cast<std::uint32_t>(std::popcount(lanes));
  };
  auto order = trace.copy_orders().begin();
  for (std::size_t i = 0; i <= trace.size(); ++i) {
    for (; order != trace.copy_orders().end() && order->before <= i; ++order) obey(*order);
    if (i < trace.size()) access(i);
  }
  std::erase_if(bars, [](const CopyBar& bar) { return bar.copies == 0; });
  std::stable_sort(bars.begin(), bars.end(), [](const CopyBar& a, const CopyBar& b) {
    return a.warp != b.warp ? a.warp < b.warp : a.from < b.from;
  });
  set_levels(bars);
  return bars;
}

} // namespace warpscope::playback
