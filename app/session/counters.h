// Every number's name, definition and profiler name: the tooltips' texts, in one table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/model/tally.h"

namespace warpscope {

enum class Counter : std::uint8_t {
  SharedLoadWavefronts, SharedStoreWavefronts, SharedAtomicWavefronts,
  SharedLoadConflicts, SharedStoreConflicts, SharedAtomicConflicts,
  GlobalLoadSectors, GlobalStoreSectors, GlobalAtomicSectors,
  ConstantPasses,
  Count
};

struct CounterInfo {
  Counter counter;
  std::string_view label;      ///< "shared load, wavefronts"
  std::string_view definition; ///< a sentence
  std::string_view ncu;        ///< the profiler's name; empty if it has none for us
};
[[nodiscard]] const CounterInfo& info_of(Counter counter);
[[nodiscard]] std::span<const CounterInfo> all_counters();

struct CounterValue {
  std::uint64_t requests = 0, value = 0, ideal = 0;
};
[[nodiscard]] CounterValue value_of(const Totals& totals, Counter counter);

/// "Wavefronts …\nncu: l1tex__…"
[[nodiscard]] std::string tooltip_of(Counter counter);

/// "1 wavefront", "32 wavefronts", "1 sector"
[[nodiscard]] std::string_view unit_of(Counter counter, bool plural);

} // namespace warpscope
