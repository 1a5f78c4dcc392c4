// Finds races by the definition: every pair of accesses, with vector clocks.
#include "tests/reference/races.h"

#include <algorithm>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>

namespace reference {

using warpscope::AccessKind;
using warpscope::Space;

namespace {

using Clock = std::vector<std::uint32_t>; ///< for each thread: how many of its events happen before

/// An access of one word.
struct Piece {
  std::uint32_t block = 0, thread = 0, index = 0, interval = 0, line = 0;
  std::uint64_t place = 0;
  AccessKind kind = AccessKind::Load;
  std::uint32_t bytes = 0;
  std::shared_ptr<const Clock> behind;
};
using Words = std::map<std::pair<Space, std::uint32_t>, std::vector<Piece>>;

bool before(const Piece& a, const Piece& b) {
  if (a.block != b.block) return false;
  return a.thread == b.thread ? a.index < b.index : (*b.behind)[a.thread] > a.index;
}
bool conflict(const Piece& a, const Piece& b) {
  if ((a.bytes & b.bytes) == 0 || (a.kind == AccessKind::Load && b.kind == AccessKind::Load)) return false;
  return a.kind != AccessKind::Atomic || b.kind != AccessKind::Atomic;
}
std::string kind_of(const Piece& a, const Piece& b) {
  return a.kind == AccessKind::Load || b.kind == AccessKind::Load ? "WR" : "WW";
}

/// Advances a block's threads from one sync to the next and splits their accesses into words.
class BlockClocks {
 public:
  BlockClocks(const BlockEvents& events, std::uint32_t block, Words& words)
      : events_(events.threads), block_(block), words_(words), at_(events_.size(), 0),
        clocks_(events_.size(), std::make_shared<const Clock>(events_.size(), 0)) {}

  void run() {
    do {
      for (std::uint32_t t = 0; t < events_.size(); ++t) advance(t);
    } while (sync_warps() || pass_barrier());
    for (std::uint32_t t = 0; t < events_.size(); ++t)
      if (!ended(t)) throw std::runtime_error("thread " + std::to_string(t) + " waits for ever");
  }

 private:
  [[nodiscard]] bool ended(std::uint32_t t) const { return at_[t] == events_[t].size(); }
  [[nodiscard]] bool waits(std::uint32_t t, ThreadEvent::What what) const {
    return !ended(t) && events_[t][at_[t]].what == what;
  }

  void advance(std::uint32_t t) {
    for (; waits(t, ThreadEvent::What::Access); ++at_[t]) {
      const ThreadEvent& e = events_[t][at_[t]];
      for (std::uint32_t byte = e.address; byte < e.address + e.width; byte = (byte / 4 + 1) * 4) {
        Piece piece{block_, t, at_[t], interval_, e.line, e.place, e.kind, 0, clocks_[t]};
        for (std::uint32_t b = byte; b < e.address + e.width && b / 4 == byte / 4; ++b)
          piece.bytes |= 1u << b % 4;
        words_[{e.space, byte / 4}].push_back(piece);
      }
    }
  }

  /// Each of the threads learns what the others know and did; those that have not exited continue.
  void join(const std::vector<std::uint32_t>& threads) {
    Clock all(events_.size(), 0);
    for (const std::uint32_t t : threads) {
      for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = std::max(all[i], (*clocks_[t])[i]);
      all[t] = std::max(all[t], at_[t]);
    }
    const auto shared = std::make_shared<const Clock>(all);
    for (const std::uint32_t t : threads) {
      clocks_[t] = shared;
      if (!ended(t)) ++at_[t];
    }
  }

  bool sync_warps() {
    bool any = false;
    for (std::uint32_t t = 0; t < events_.size(); ++t) {
      if (!waits(t, ThreadEvent::What::WarpSync)) continue;
      const std::uint32_t lanes = events_[t][at_[t]].lanes;
      std::vector<std::uint32_t> named;
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        if ((lanes >> lane & 1u) != 0) named.push_back(t / 32 * 32 + lane);
      if (!std::all_of(named.begin(), named.end(), [&](std::uint32_t other) {
            return waits(other, ThreadEvent::What::WarpSync) && events_[other][at_[other]].lanes == lanes;
          }))
        continue;
      join(named);
      any = true;
    }
    return any;
  }

  bool pass_barrier() {
    std::vector<std::uint32_t> all;
    bool any = false;
    for (std::uint32_t t = 0; t < events_.size(); ++t) {
      if (!ended(t) && !waits(t, ThreadEvent::What::Barrier)) return false;
      any = any || !ended(t);
      all.push_back(t); // a thread that has exited counts as arrived
    }
    if (!any) return false;
    join(all);
    ++interval_;
    return true;
  }

  const std::vector<std::vector<ThreadEvent>>& events_;
  std::uint32_t block_, interval_ = 0;
  Words& words_;
  std::vector<std::uint32_t> at_;
  std::vector<std::shared_ptr<const Clock>> clocks_;
};

/// A pair with the lower site first, without what does not count.
using Pair = std::tuple<RaceKey, std::uint32_t, std::uint32_t,
                        std::tuple<std::uint64_t, std::uint32_t, AccessKind, std::uint32_t>,
                        std::tuple<std::uint64_t, std::uint32_t, AccessKind, std::uint32_t>>;

void look_at_word(Space space, const std::vector<Piece>& pieces, Races& races) {
  std::set<Pair> pairs;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t j = i + 1; j < pieces.size(); ++j) {
      const Piece &a = pieces[i], &b = pieces[j];
      const bool between = a.block != b.block;
      if ((!between && a.thread == b.thread) || !conflict(a, b) || before(a, b) || before(b, a)) continue;
      if (between && space != Space::Global) continue;
      const RaceKey key{kind_of(a, b), space, between, std::min(a.line, b.line), std::max(a.line, b.line)};
      const auto side = [&](const Piece& p) {
        return std::tuple(p.place, p.bytes, p.kind, between ? 0 : p.thread);
      };
      pairs.insert({key, between ? 0 : a.block, between ? 0 : a.interval, std::min(side(a), side(b)),
                    std::max(side(a), side(b))});
    }
  for (const Pair& pair : pairs) ++races[std::get<0>(pair)];
}

/// Finds reads of bytes that no write can have preceded.
void look_for_unwritten(const std::vector<Piece>& pieces, Races& races) {
  for (const Piece& read : pieces) {
    if (read.kind == AccessKind::Store) continue;
    std::uint32_t missing = read.bytes;
    for (const Piece& write : pieces)
      if (&write != &read && write.block == read.block && write.kind != AccessKind::Load &&
          !before(read, write) &&
          (read.kind != AccessKind::Atomic || write.kind != AccessKind::Atomic ||
           before(write, read))) // unordered atomics do not initialise
        missing &= ~write.bytes;
    if (missing != 0) ++races[{"UNINIT", Space::Shared, false, read.line, read.line}];
  }
}

} // namespace

Races races_of(const std::vector<BlockEvents>& blocks) {
  Races races;
  Words words;
  for (std::uint32_t block = 0; block < blocks.size(); ++block)
    BlockClocks(blocks[block], block, words).run();
  for (const auto& [place, pieces] : words) {
    look_at_word(place.first, pieces, races);
    if (place.first == Space::Shared) look_for_unwritten(pieces, races);
  }
  return races;
}

std::string describe(const Races& races) {
  std::ostringstream text;
  for (const auto& [key, count] : races)
    text << "    " << std::get<0>(key) << ' ' << name_of(std::get<1>(key))
         << (std::get<2>(key) ? " between blocks" : "") << " lines " << std::get<3>(key) << " and "
         << std::get<4>(key) << ": " << count << '\n';
  return text.str();
}

} // namespace reference
