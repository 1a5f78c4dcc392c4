#include "sim/model/hazards.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace warpscope {

std::string_view name_of(HazardKind kind) {
  constexpr std::string_view names[] = {"RAW", "WAR", "WAW", "UNINIT"};
  return names[static_cast<unsigned>(kind)];
}

namespace {

constexpr std::uint32_t word_bytes = 4;
enum class Does : std::uint8_t { Reads, Writes, Updates };

/// Accesses of one word by lanes of one warp at one place of the text.
struct Entry {
  std::uint32_t lanes = 0;
  std::uint32_t site = 0;
  std::uint32_t position = 0; ///< accesses that the warp had made since the barrier
  std::uint32_t stamp = 0;    ///< warp-level syncs that it had made since then
  std::uint32_t warp = 0;
  std::uint8_t bytes = 0; ///< of the word
  Does does = Does::Reads;
};

struct Cell {
  std::uint64_t epoch = 0;
  std::uint8_t written = 0; ///< bytes of the word, in the block of `block_epoch`
  std::uint64_t block_epoch = 0;
  std::vector<Entry> entries;
  std::vector<std::uint32_t> unwritten; ///< of State::unwritten, in `epoch`
};

/// Lanes that read bytes which nothing had been written to. If another thread writes them before the next barrier, that is a race.
struct Unwritten {
  std::uint32_t word = 0, site = 0, warp = 0, lanes = 0;
  std::uint8_t bytes = 0;
};

/// What each lane of a warp knows of the others: everything that lane j did before its sync number seen[i][j] is behind lane i.
struct WarpOrder {
  std::uint32_t position = 0, syncs = 0;
  std::array<std::array<std::uint32_t, warp_size>, warp_size> seen{};
};

bool conflict(Does a, Does b) { return a == Does::Updates ? b != Does::Updates : a == Does::Writes || b != Does::Reads; }

HazardKind kind_of(Does first, Does second) {
  if (first == Does::Reads) return HazardKind::War;
  return second == Does::Reads ? HazardKind::Raw : HazardKind::Waw;
}

std::uint32_t lowest(std::uint32_t lanes) { return static_cast<std::uint32_t>(std::countr_zero(lanes)); }

} // namespace

struct HazardSink::State {
  std::vector<Cell> cells; ///< by word of the shared window
  std::vector<WarpOrder> warps;
  std::uint64_t epoch = 0, block_epoch = 0, block = 0;
  std::map<Key, Hazard> found;
  std::vector<Unwritten> unwritten; ///< of this epoch

  WarpOrder& order(std::uint32_t warp) {
    if (warp >= warps.size()) warps.resize(warp + 1);
    return warps[warp];
  }

  void next_epoch() {
    for (const Unwritten& u : unwritten) {
      if (u.bytes == 0) continue;
      const HazardSide reader{u.site, u.warp * warp_size + lowest(u.lanes)};
      report(HazardKind::Uninit, reader, reader, u.word, static_cast<std::uint64_t>(std::popcount(u.lanes)), false);
    }
    unwritten.clear();
    ++epoch;
    for (WarpOrder& w : warps) {
      w.position = 0;
      if (std::exchange(w.syncs, 0u) != 0) w.seen = {};
    }
  }

  void report(HazardKind kind, HazardSide first, HazardSide second, std::uint32_t word, std::uint64_t count, bool same_value) {
    const auto [at, added] = found.try_emplace(Key{first.site, second.site, kind});
    Hazard& hazard = at->second;
    if (added) hazard = {kind, first, second, block, word * word_bytes, 0, same_value};
    hazard.count += count;
    hazard.same_value = hazard.same_value && same_value;
  }

  /// Lanes of `e`, an entry of the same warp, that nothing orders before `lane`.
  std::uint32_t unordered(const Entry& e, const WarpOrder& order, std::uint32_t lane) const {
    std::uint32_t lanes = 0;
    for (std::uint32_t rest = e.lanes & ~(1u << lane); rest != 0; rest &= rest - 1)
      if (order.seen[lane][lowest(rest)] <= e.stamp) lanes |= rest & (0u - rest);
    return lanes;
  }

  void pair(const Entry& old, std::uint32_t old_lanes, const Entry& now, std::uint32_t lane, std::uint32_t word, std::uint64_t count, bool same_value) {
    const HazardSide a{old.site, old.warp * warp_size + lowest(old_lanes)}, b{now.site, now.warp * warp_size + lane};
    const bool as_run = old.position != now.position ? old.position < now.position : old.site <= now.site;
    if (as_run) report(kind_of(old.does, now.does), a, b, word, count, same_value);
    else report(kind_of(now.does, old.does), b, a, word, count, same_value);
  }

  void touch(const Entry& now, std::uint32_t word, bool same_value) {
    if (word >= cells.size()) cells.resize(word + 256);
    Cell& cell = cells[word];
    if (cell.block_epoch != block_epoch) cell.block_epoch = block_epoch, cell.written = 0;
    if (cell.epoch != epoch) cell.epoch = epoch, cell.entries.clear(), cell.unwritten.clear();
    if (now.does != Does::Writes && (now.bytes & ~cell.written) != 0) {
      cell.unwritten.push_back(static_cast<std::uint32_t>(unwritten.size()));
      unwritten.push_back({word, now.site, now.warp, now.lanes, static_cast<std::uint8_t>(now.bytes & ~cell.written)});
    }
    if (now.does != Does::Reads) {
      cell.written |= now.bytes;
      for (const std::uint32_t i : cell.unwritten) {
        Unwritten& u = unwritten[i];
        const bool by_another = u.warp != now.warp || u.lanes != now.lanes || std::popcount(now.lanes) > 1;
        if (by_another) u.bytes &= static_cast<std::uint8_t>(~now.bytes);
      }
    }

    const WarpOrder& own = warps[now.warp];
    if (now.does == Does::Writes && std::popcount(now.lanes) > 1) { // lanes of one instruction
      const auto n = static_cast<std::uint64_t>(std::popcount(now.lanes));
      pair(now, now.lanes, now, lowest(now.lanes & (now.lanes - 1)), word, n * (n - 1) / 2, same_value);
    }
    Entry* mine = nullptr;
    for (Entry& e : cell.entries) {
      if (e.warp == now.warp && e.site == now.site && e.does == now.does && e.bytes == now.bytes) {
        if (e.stamp == now.stamp && e.position == now.position) mine = &e;
      }
      if ((e.bytes & now.bytes) == 0 || !conflict(e.does, now.does)) continue;
      if (e.warp != now.warp) {
        pair(e, e.lanes, now, lowest(now.lanes), word, static_cast<std::uint64_t>(std::popcount(e.lanes)) * static_cast<std::uint64_t>(std::popcount(now.lanes)), false);
        continue;
      }
      for (std::uint32_t rest = now.lanes; rest != 0; rest &= rest - 1) {
        const std::uint32_t lanes = unordered(e, own, lowest(rest));
        if (lanes != 0) pair(e, lanes, now, lowest(rest), word, static_cast<std::uint64_t>(std::popcount(lanes)), false);
      }
    }
    if (mine != nullptr) {
      mine->lanes |= now.lanes;
      return;
    }
    // A lane's later access at a place stands for its earlier ones there: whoever is unordered with an earlier one is with this one, too.
    for (Entry& e : cell.entries)
      if (e.warp == now.warp && e.site == now.site && e.does == now.does && e.bytes == now.bytes) e.lanes &= ~now.lanes;
    std::erase_if(cell.entries, [](const Entry& e) { return e.lanes == 0; });
    cell.entries.push_back(now);
  }
};

HazardSink::HazardSink() : state_(std::make_unique<State>()) {}
HazardSink::~HazardSink() = default;

void HazardSink::on_block_begin(std::uint64_t block) {
  state_->block = block;
  ++state_->block_epoch;
}

void HazardSink::on_block_end(std::uint64_t /*block*/) { state_->next_epoch(); }

void HazardSink::on_barrier(const BarrierEvent& event) {
  if (event.phase == BarrierPhase::Release) state_->next_epoch();
}

void HazardSink::on_warp_sync(std::uint64_t /*block*/, std::uint32_t warp, std::uint32_t lanes) {
  WarpOrder& order = state_->order(warp);
  ++order.syncs;
  std::array<std::uint32_t, warp_size> known{};
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    for (std::uint32_t j = 0; j < warp_size; ++j) known[j] = std::max(known[j], order.seen[lowest(rest)][j]);
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) known[lowest(rest)] = order.syncs;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) order.seen[lowest(rest)] = known;
}

void HazardSink::on_access(const AccessEvent& event) {
  if (event.space != Space::Shared) return;
  WarpOrder& order = state_->order(event.warp);
  Entry now;
  now.site = event.site;
  now.warp = event.warp;
  now.position = order.position++;
  now.stamp = order.syncs;
  now.does = event.kind == AccessKind::Load ? Does::Reads : event.kind == AccessKind::Store ? Does::Writes : Does::Updates;
  const std::uint32_t width = event.access.width;
  for (std::uint32_t rest = event.access.mask; rest != 0;) {
    const std::uint32_t lane = lowest(rest), offset = event.access.offset[lane];
    now.lanes = 0;
    bool same_value = event.values != nullptr;
    for (std::uint32_t others = rest; others != 0; others &= others - 1) {
      const std::uint32_t other = lowest(others);
      if (event.access.offset[other] != offset) continue;
      now.lanes |= 1u << other;
      same_value = same_value && std::memcmp(event.values + std::size_t{other} * width, event.values + std::size_t{lane} * width, width) == 0;
    }
    rest &= ~now.lanes;
    for (std::uint32_t at = offset; at < offset + width;) {
      const std::uint32_t in_word = at % word_bytes, bytes = std::min(word_bytes - in_word, offset + width - at);
      now.bytes = static_cast<std::uint8_t>(((1u << bytes) - 1u) << in_word);
      state_->touch(now, at / word_bytes, same_value);
      at += bytes;
    }
  }
}

std::vector<Hazard> HazardSink::merged(const std::vector<const HazardSink*>& sinks) {
  std::map<Key, Hazard> all;
  for (const HazardSink* sink : sinks)
    for (const auto& [key, hazard] : sink->state_->found) {
      const auto [at, added] = all.try_emplace(key, hazard);
      if (added) continue;
      Hazard& known = at->second;
      const std::uint64_t count = known.count + hazard.count;
      const bool same_value = known.same_value && hazard.same_value;
      if (hazard.block < known.block) known = hazard;
      known.count = count;
      known.same_value = same_value;
    }
  std::vector<Hazard> list;
  for (const auto& [key, hazard] : all) list.push_back(hazard);
  std::stable_sort(list.begin(), list.end(), [](const Hazard& a, const Hazard& b) { return a.second.site < b.second.site; });
  return list;
}

} // namespace warpscope
