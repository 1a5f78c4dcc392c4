// Both sides of a comparison in one shape: counters by line and in total, by the ids of
// sim/model/counters.h.
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
  protocol::Counters totals; ///< everything that the simulator counts
  /// Those of `lines` and `totals` that hardware does without a load or store of the LSU, whose counters see
  /// none of it: bulk copies, products of warpgroups, mbarriers.
  LineCounters beside_lines;
  protocol::Counters beside_totals;
  bool clusters = false;   ///< the kernel's blocks reach each other's shared memory
  std::uint64_t warps = 0; ///< of the launch
  bool prints = false;     ///< the kernel has a printf()
  /// Code of the person's headers is among them: it is all at line 0, as in a recording.
  bool headers = false;
  /// Lines in a loop that has a global atomic, and the line of that atomic: such a loop may wait for what
  /// other blocks store, so that how often it runs hangs on time.
  std::map<std::uint32_t, std::uint32_t> asks_again;
};
[[nodiscard]] SimulatedCounts counts_of(const run::Result& result);
/// The lines without what is beside the counters.
[[nodiscard]] LineCounters countable_lines(const SimulatedCounts& counts);

/// The lines of a build with asynchronous copies as what they are written as: a load from global and a store
/// to shared memory.
[[nodiscard]] LineCounters lines_of(const protocol::RecordedBuild& build);

/// Returns 0 where there is none.
[[nodiscard]] std::uint64_t value(const protocol::Counters& counters, model::CounterId id);

/// What an access of the group costs: wavefronts or sectors.
[[nodiscard]] constexpr model::CounterKind cost_of(model::CounterGroup group) {
  if (model::row_of(group).memory == model::CounterMemory::Local) return model::CounterKind::LocalSectors;
  return model::counts_banks(group) ? model::CounterKind::Wavefronts : model::CounterKind::Sectors;
}

/// What the warp instructions of one group came to, on a line or on all of them.
struct Spent {
  static constexpr std::array<std::uint32_t, 5> bytes_of{1, 2, 4, 8, 16};
  std::uint64_t executed = 0, cost = 0, ideal = 0, lanes = 0;
  /// Instructions by width; those that a predicate switched off are left out where that can be told.
  std::array<std::uint64_t, 5> widths{};
  [[nodiscard]] std::uint64_t bytes() const; ///< a lane
  Spent& operator+=(const Spent& other);
};
[[nodiscard]] Spent spent(const protocol::Counters& counters, model::CounterGroup group);
[[nodiscard]] Spent spent(const LineCounters& lines, model::CounterGroup group);

} // namespace warpscope::compare
