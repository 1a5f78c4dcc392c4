// Builds the tables that pictures of a whole block are drawn from.
#include "app/playback/block_index.h"

#include "sim/model/banks.h"
#include "sim/program/program.h"

#include <algorithm>

namespace warpscope::playback {
namespace {

/// A block has at most 1,024 threads; a hand-made trace may contain anything.
constexpr std::uint32_t most_warps = 4096;
/// Shared memory has at most 228 KiB; offsets beyond a window of 1 MiB are not recorded.
constexpr std::uint32_t most_words = 1u << 18;

struct WarpOrder {
  bool operator()(const CopyBar& copy, std::uint32_t warp) const { return copy.warp < warp; }
  bool operator()(std::uint32_t warp, const CopyBar& copy) const { return warp < copy.warp; }
};

} // namespace

BlockIndex::BlockIndex(const Playback& playback) : steps_(playback.steps()) {
  if (playback.trace() == nullptr) return;
  const trace::BlockTrace& trace = *playback.trace();
  truncated_ = trace.truncated();
  copies_ = copy_bars(playback);
  for (const CopyBar& copy : copies_) copy_depth_ = std::max(copy_depth_, copy.level + 1);
  std::vector<bool> open; // warps whose last phase has not ended
  const auto row_of = [&](std::uint32_t warp) -> Row* {
    if (warp >= most_warps) return nullptr;
    if (warp >= rows_.size()) {
      rows_.resize(warp + 1);
      open.resize(warp + 1);
    }
    return &rows_[warp];
  };
  const auto begin_phase = [&](Row& row, std::uint32_t warp, std::uint64_t step) -> WarpPhase& {
    if (!open[warp]) row.phases.push_back({step, step, step, false});
    open[warp] = true;
    return row.phases.back();
  };
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const trace::BlockTrace::Event& event = trace.event(i);
    const std::uint64_t step = playback.first_step(i);
    if (event.kind == trace::StepKind::BarrierRelease) {
      releases_.push_back({step, static_cast<std::uint32_t>(i), event.site_or_pc});
      for (std::uint32_t warp = 0; warp < rows_.size(); ++warp) {
        if (!open[warp] || !rows_[warp].phases.back().at_barrier) continue;
        rows_[warp].phases.back().released = step;
        open[warp] = false;
      }
      continue;
    }
    Row* row = row_of(event.warp);
    if (row == nullptr) continue;
    WarpPhase& phase = begin_phase(*row, event.warp, step);
    if (event.kind == trace::StepKind::BarrierArrive) {
      phase.arrived = phase.released = step;
      phase.at_barrier = true;
      continue;
    }
    // Some lanes of a warp may still work after the others have arrived.
    phase.arrived = phase.released = step + playback.steps_of(i);
    add_access(playback, trace, static_cast<std::uint32_t>(i));
  }
  // A warp that arrived and was never released (a deadlock, or the end of the record) waits to the end.
  for (std::uint32_t warp = 0; warp < rows_.size(); ++warp)
    if (open[warp] && rows_[warp].phases.back().at_barrier) rows_[warp].phases.back().released = steps_;
}

void BlockIndex::add_access(const Playback& playback, const trace::BlockTrace& trace, std::uint32_t number) {
  const trace::BlockTrace::Event& event = trace.event(number);
  Row& row = rows_[event.warp];
  if (row.before.empty()) row.before.push_back({});
  row.events.push_back(number);
  row.starts.push_back(playback.first_step(number));
  row.steps.push_back(static_cast<std::uint8_t>(std::min(255u, playback.steps_of(number))));
  std::array<std::uint32_t, Columns> next = row.before.back();
  if (cost_rule(event.space) == CostRule::Banks) {
    const WarpAccess access = trace.access(number);
    if (event.space == Space::Shared) mark_words(access);
    next[Conflicts] += model::lanes_wait(model::count_banks(access, event.access_kind)) ? 1u : 0u;
    next[event.access_kind == AccessKind::Load    ? SharedLoads
         : event.access_kind == AccessKind::Store ? SharedStores
                                                  : SharedAtomics] += 1;
  } else if (cost_rule(event.space) == CostRule::Sectors) {
    next[Globals] += 1;
  }
  row.before.push_back(next);
}

void BlockIndex::mark_words(const WarpAccess& access) {
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0 || access.offset[lane] < program::window_base) continue;
    const std::uint32_t first = (access.offset[lane] - program::window_base) / 4;
    const std::uint64_t last = (std::uint64_t{access.offset[lane] - program::window_base} +
                                std::max(1u, access.width) - 1) /
                               4;
    if (last >= most_words) continue;
    if (last >= words_.size()) words_.resize(last + 1);
    for (std::uint64_t word = first; word <= last; ++word) words_[word] = true;
  }
}

std::span<const WarpPhase> BlockIndex::phases(std::uint32_t warp) const {
  if (warp >= rows_.size()) return {};
  return rows_[warp].phases;
}

std::span<const std::uint32_t> BlockIndex::accesses(std::uint32_t warp) const {
  if (warp >= rows_.size()) return {};
  return rows_[warp].events;
}

std::span<const std::uint64_t> BlockIndex::starts(std::uint32_t warp) const {
  if (warp >= rows_.size()) return {};
  return rows_[warp].starts;
}

std::span<const CopyBar> BlockIndex::copies(std::uint32_t warp) const {
  const auto [begin, end] = std::equal_range(copies_.begin(), copies_.end(), warp, WarpOrder{});
  return {begin, end};
}

AccessSum BlockIndex::sum(std::uint32_t warp, std::size_t first, std::size_t end) const {
  if (warp >= rows_.size()) return {};
  const Row& row = rows_[warp];
  end = std::min(end, row.events.size());
  if (first >= end) return {};
  const auto count = [&](Column c) { return row.before[end][c] - row.before[first][c]; };
  return {static_cast<std::uint32_t>(end - first),
          count(Conflicts),
          count(SharedLoads),
          count(SharedStores),
          count(SharedAtomics),
          count(Globals)};
}

const WarpPhase* BlockIndex::phase_at(std::uint32_t warp, std::uint64_t step) const {
  const std::span<const WarpPhase> all = phases(warp);
  const auto after = std::upper_bound(all.begin(), all.end(), step,
                                      [](std::uint64_t s, const WarpPhase& p) { return s < p.from; });
  return after == all.begin() ? nullptr : &*(after - 1);
}

std::uint32_t BlockIndex::waiting_at(std::uint64_t step) const {
  std::uint32_t waiting = 0;
  for (std::uint32_t warp = 0; warp < rows_.size(); ++warp) {
    const WarpPhase* phase = phase_at(warp, step);
    if (phase != nullptr && phase->at_barrier && step >= phase->arrived && step < phase->released) ++waiting;
  }
  return waiting;
}

bool BlockIndex::touches_shared(std::uint32_t offset, std::uint32_t bytes) const {
  if (offset < program::window_base || bytes == 0) return false;
  const std::uint64_t from = offset - program::window_base;
  const std::uint64_t last = std::min<std::uint64_t>((from + bytes - 1) / 4 + 1, words_.size());
  for (std::uint64_t word = from / 4; word < last; ++word)
    if (words_[word]) return true;
  return false;
}

std::uint32_t BlockIndex::shared_end() const {
  return program::window_base + 4 * static_cast<std::uint32_t>(words_.size());
}

std::size_t BlockIndex::bytes() const {
  std::size_t all = releases_.capacity() * sizeof(Release) + words_.capacity() / 8 +
                    copies_.capacity() * sizeof(CopyBar);
  for (const Row& row : rows_) {
    all += row.events.capacity() * sizeof(std::uint32_t) + row.starts.capacity() * sizeof(std::uint64_t) +
           row.steps.capacity() + row.before.capacity() * sizeof(row.before[0]) +
           row.phases.capacity() * sizeof(WarpPhase);
  }
  return all;
}

} // namespace warpscope::playback
