// Every number's name, definition and profiler name: the tooltips' texts, in one table.
#pragma once

#include "sim/model/tally.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warpscope::results {

enum class Counter : std::uint8_t {
  SharedLoadWavefronts,
  SharedStoreWavefronts,
  SharedAtomicWavefronts,
  SharedLoadConflicts,
  SharedStoreConflicts,
  SharedAtomicConflicts,
  GlobalLoadSectors,
  GlobalStoreSectors,
  GlobalAtomicSectors,
  ConstantPasses,
  Count
};

struct CounterInfo {
  Counter counter;
  std::string_view label;       ///< "shared load, wavefronts"
  std::string_view definition;  ///< a sentence
  std::string_view ncu;         ///< the profiler's name; empty if it has none for us
  std::string_view unit, units; ///< "wavefront", "wavefronts"
  std::string_view best, worst; ///< of one request, as the end of "At best …"
};
[[nodiscard]] const CounterInfo& info_of(Counter counter);
[[nodiscard]] std::span<const CounterInfo> all_counters();

struct CounterValue {
  std::uint64_t requests = 0, value = 0, ideal = 0;
};
[[nodiscard]] CounterValue value_of(const model::Totals& totals, Counter counter);

/// The definition with its unit, the best and the worst of a request, and "ncu: l1tex__…" on a line of its
/// own.
[[nodiscard]] std::string tooltip_of(Counter counter);

[[nodiscard]] inline std::string_view unit_of(Counter counter, bool plural) {
  return plural ? info_of(counter).units : info_of(counter).unit;
}
/// Counts excess alone: its ideal is 0 and its value follows from the wavefronts'.
[[nodiscard]] inline bool is_conflicts(Counter counter) {
  return counter >= Counter::SharedLoadConflicts && counter <= Counter::SharedAtomicConflicts;
}

} // namespace warpscope::results
