// The profiler's metrics to collect, and the names of their counts: sim/model/counters.def as the measuring
// program sees it.
#pragma once

#include "sim/model/counters.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace warpscope::protocol {

using model::CounterGroup;
using model::CounterId;
using model::CounterKind;

using Counters = std::map<CounterId, std::uint64_t>;

/// A total of a launch, from the hardware's counters (CUPTI range profiler, l1tex and idc units).
struct TotalMetric {
  CounterId id;
  const char* metric;
};
[[nodiscard]] std::span<const TotalMetric> total_metrics();

/// A count of each instruction (CUPTI SASS metrics). `executes`: the group that an instruction belongs to
/// when it counts here; else `kind` says what is counted, in whichever group the instruction is.
struct SassMetric {
  std::optional<CounterGroup> executes;
  CounterKind kind;
  const char* metric;
  bool needed = true; ///< the others are left out where CUPTI does not take them all
};
[[nodiscard]] std::span<const SassMetric> sass_metrics();

/// What SASS metrics counted of one instruction, as counters: a generic load that went to shared and to
/// global memory counts in both groups, its wavefronts in the shared one and its sectors in the global one.
[[nodiscard]] Counters
instruction_counters(std::span<const std::pair<const SassMetric*, std::uint64_t>> counted);

} // namespace warpscope::protocol
