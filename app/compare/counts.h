// Both sides of a comparison in one shape: counters by line and in total, under the names of
// gpu/protocol/counter_table.h.
#pragma once

#include "gpu/protocol/recording.h"
#include "sim/run/simulate.h"

#include <array>
#include <cstdint>
#include <map>

namespace warpscope::compare {

using LineCounters = std::map<std::uint32_t, protocol::Counters>;

struct SimulatedCounts {
  LineCounters lines;        ///< Executed (requests), the widths, Lanes, Wavefronts or Sectors
  protocol::Counters totals; ///< Wavefronts, BankConflicts; Requests, Sectors; constant: Requests and
                             ///< Wavefronts (passes)
  std::uint64_t warps = 0;   ///< of the launch
};
[[nodiscard]] SimulatedCounts counts_of(const run::Result& result);

/// The lines of a build with asynchronous copies as what they are written as: a load from global and a store
/// to shared memory.
[[nodiscard]] LineCounters lines_of(const protocol::RecordedBuild& build);

[[nodiscard]] std::uint64_t value(const protocol::Counters& counters, protocol::CounterGroup group,
                                  protocol::CounterKind kind);

[[nodiscard]] constexpr bool is_shared(protocol::CounterGroup group) {
  return group <= protocol::CounterGroup::SharedAtomic;
}
/// What an access of the group costs: wavefronts or sectors.
[[nodiscard]] constexpr protocol::CounterKind cost_of(protocol::CounterGroup group) {
  return is_shared(group) ? protocol::CounterKind::Wavefronts : protocol::CounterKind::Sectors;
}

/// What the warp instructions of one group came to, on a line or on all of them.
struct Spent {
  static constexpr std::array<std::uint32_t, 5> bytes_of{1, 2, 4, 8, 16};
  std::uint64_t executed = 0, cost = 0, ideal = 0, lanes = 0;
  std::array<std::uint64_t, 5> widths{}; ///< instructions by width; those that a predicate switched off are
                                         ///< left out where that can be told
  [[nodiscard]] std::uint64_t bytes() const; ///< a lane
  Spent& operator+=(const Spent& other);
};
[[nodiscard]] Spent spent(const protocol::Counters& counters, protocol::CounterGroup group);
[[nodiscard]] Spent spent(const LineCounters& lines, protocol::CounterGroup group);

} // namespace warpscope::compare
