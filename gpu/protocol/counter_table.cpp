// Lists the metrics of counters.def, and computes the counters of an instruction from its metrics.
#include "gpu/protocol/counter_table.h"

#include <algorithm>
#include <vector>

namespace warpscope::protocol {

namespace {

constexpr TotalMetric totals[] = {
#define WARPSCOPE_TOTAL_METRIC(group, kind, metric) {{CounterGroup::group, CounterKind::kind}, metric},
#include "sim/model/counters.def"
};

constexpr SassMetric instructions[] = {
#define WARPSCOPE_SASS_EXECUTED(group, metric, needed)                                                       \
  {CounterGroup::group, CounterKind::Executed, metric, needed},
#define WARPSCOPE_SASS_COUNT(kind, metric, needed) {std::nullopt, CounterKind::kind, metric, needed},
#include "sim/model/counters.def"
};

} // namespace

std::span<const TotalMetric> total_metrics() { return totals; }
std::span<const SassMetric> sass_metrics() { return instructions; }

Counters instruction_counters(std::span<const std::pair<const SassMetric*, std::uint64_t>> counted) {
  Counters counters;
  std::vector<CounterGroup> groups;
  for (const auto& [metric, count] : counted) {
    if (!metric->executes || count == 0) continue;
    counters[{*metric->executes, CounterKind::Executed}] += count;
    groups.push_back(*metric->executes);
  }
  for (const auto& [metric, count] : counted) {
    if (metric->executes || count == 0) continue;
    const model::CounterMemory memory = model::row_of(metric->kind).memory;
    const auto group = std::find_if(groups.begin(), groups.end(),
                                    [&](CounterGroup g) { return model::touches(g, memory); });
    counters[{group == groups.end() ? CounterGroup::Other : *group, metric->kind}] += count;
  }
  return counters;
}

} // namespace warpscope::protocol
