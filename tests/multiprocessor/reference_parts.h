// What the reference keeps of warps, blocks, sub-partitions, and of what they have asked for.
#pragma once

#include "tests/multiprocessor/tick_server.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace reference {

struct Warp {
  bool alive = false, at_barrier = false, contends = false;
  const Block* block = nullptr;
  std::size_t place = 0, step = 0;
  Cycle starts = 0, issues_until = 0, begins = 0, goes_on = 0, arrives = 0, released = 0;
  bool release_known = false;
  Cycle blocked = 0, waited = 0; ///< since it contends
  State blocked_by = State::Ready;
  std::map<unsigned, std::shared_ptr<Pending>> results;
  std::shared_ptr<Pending> copies;
  std::vector<std::shared_ptr<Pending>> stores;
  std::vector<std::shared_ptr<Cycle>> answers; ///< to its stores; 0: not known yet
  Cycle loaded = 0;                            ///< the load of its loop of compare-and-swaps
  std::vector<std::uint32_t> failed;           ///< words, one for each lane that its loop still has
  std::shared_ptr<Pending> last_swap;          ///< what it waits for
  std::size_t goes_back = 0;                   ///< steps, if words have failed
  bool back = false;                           ///< it has gone back: what has failed is all that is tried
  [[nodiscard]] const std::vector<Step>& steps(std::size_t which) const { return block->warps[which]; }
  std::uint64_t number = 0; ///< of its block
  std::size_t index = 0;
  /// Both can issue.
  [[nodiscard]] bool goes_before(const Warp& other) const {
    return number == other.number && waited != other.waited ? waited > other.waited : outranks(other);
  }
  [[nodiscard]] bool outranks(const Warp& other) const {
    return number != other.number ? number < other.number : index > other.index;
  }
};
struct Resident {
  bool taken = false;
  std::vector<std::size_t> at; ///< its warps' places
  Cycle arrival = 0;           ///< the last one's
  std::map<std::uint32_t, Cycle> swapped;
};
/// What a uniform register loads that its sub-partition does not hold.
struct Uniform {
  std::shared_ptr<Cycle> from; ///< 0: not known yet
  std::uint64_t missed = 0;    ///< cycles
  std::shared_ptr<Pending> result;
};
struct Part {
  Cycle port_until = 0;
  std::map<Pipe, Cycle> pipe_until, place_until; ///< its unit is busy; a run waits for it
  std::size_t held = ~std::size_t{0};            ///< has the port, and waits for that place
  Cycle held_for = 0;
  std::size_t last = ~std::size_t{0};
  std::size_t queued = 0;
  Cycle conflict_until = 0;   ///< its last access of shared memory
  std::vector<Line> together; ///< lines that may grow
  std::uint32_t made_room = 0;
  std::vector<std::uint32_t> uniform_lines; ///< the latest last
  std::deque<Uniform> uniforms;
  std::uint64_t uniform_lost = 0; ///< of 64
  std::uint64_t uniform_left = 0;
};
struct Entry {
  Step step;
  const Block* block = nullptr;
  Cycle issued = 0;
  std::size_t part = 0;
  std::shared_ptr<Pending> result;
  std::shared_ptr<Cycle> answer;  ///< of a store
  std::uint64_t fences = 0;       ///< before it
  std::uint64_t missed = 0;       ///< of a constant: cycles
  std::shared_ptr<Cycle> uniform; ///< of one for a uniform register: when that is over
  Warp* warp = nullptr;
  std::uint64_t issued_as = 0; ///< number among those that the LSU takes
  std::uint64_t missing = 0;   ///< lines that L1 does not have, once they have been looked up
  Cycle ready = 0;             ///< its data may pass
};
struct Fence {
  Cycle from = 0;
  bool for_host = false;
  std::vector<std::shared_ptr<Cycle>> answers;
  std::shared_ptr<Pending> result;
};

struct ConstantCache {
  /// Cycles for what the cache does not hold of an access.
  std::uint64_t misses_of(const Entry& entry, const Figures& f) {
    std::uint64_t missed = 0;
    bool lost = false;
    for (std::size_t i = 0; i < entry.step.count; ++i) {
      const std::uint32_t line = entry.block->lines[entry.step.first + i].number;
      const bool is_held = std::count(held.begin(), held.end(), line) != 0;
      std::erase(held, line);
      held.push_back(line);
      if (held.size() > f.constant_lines) held.erase(held.begin());
      if (known.insert(line).second) {
        missed += f.constant_miss;
      } else if (!is_held) {
        missed += f.constant_again;
        lost = true;
      }
    }
    return !lost || f.constant_again == 0 ? missed : missed + f.constant_again_first;
  }
  std::set<std::uint32_t> known;
  std::vector<std::uint32_t> held; ///< the latest last
};

/// Where the warps of a block would live that takes the number `place`, one behind the other from the
/// sub-partition on at which it begins; empty: there is no place for one of them.
inline std::vector<std::size_t> places_for(const std::vector<Warp>& all, std::size_t partitions,
                                           std::size_t per_block, std::size_t place, std::size_t warps) {
  std::size_t part = per_block % partitions == 0 ? place % partitions : place * per_block % partitions;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < warps; ++i, part = part + 1 == partitions ? 0 : part + 1) {
    std::size_t free = part;
    const auto is_taken = [&](std::size_t one) {
      return all[one].alive || std::find(found.begin(), found.end(), one) != found.end();
    };
    while (free < all.size() && is_taken(free)) free += partitions;
    if (free >= all.size()) return {};
    found.push_back(free);
  }
  return found;
}

/// The sectors of two lines or more are one run without gaps, and do not fill the lines.
inline bool side_by_side(const Entry& entry) {
  if (entry.step.count < 2) return false;
  std::vector<std::uint64_t> sectors;
  for (std::size_t i = 0; i < entry.step.count; ++i)
    for (std::uint32_t s = 0; s < 4; ++s)
      if (const Line& line = entry.block->lines[entry.step.first + i]; (line.sectors >> s & 1) != 0)
        sectors.push_back(std::uint64_t{line.number} * 4 + s);
  for (std::size_t i = 0; i < entry.step.count; ++i) {
    const Line& line = entry.block->lines[entry.step.first + i];
    if ((line.sectors & 15) == 0 || line.number != entry.block->lines[entry.step.first].number + i)
      return false;
  }
  for (std::size_t i = 1; i < sectors.size(); ++i)
    if (sectors[i] != sectors[i - 1] + 1) return false;
  return sectors.size() < std::size_t{4} * entry.step.count;
}

} // namespace reference
