// The words of sim/model/counters.def in the current language: names, definitions, units and the profiler's
// names, for the results, the chart, the comparison with a GPU and the tooltips.
#pragma once

#include "sim/model/tally.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warpscope::results {

struct CounterInfo {
  model::CounterId id;
  std::string label;            ///< "shared load, wavefronts"
  std::string_view definition;  ///< a sentence
  std::string_view ncu;         ///< the profiler's name; empty if it has none
  std::string_view unit, units; ///< "wavefront", "wavefronts"
  std::string_view best, worst; ///< of one request, as the end of "At best …"; empty where there is no best
};
/// For any counter. One that is never shown has only its key as a label.
[[nodiscard]] const CounterInfo& info_of(model::CounterId id);
/// The counters with a row in the results, in the order of their rows.
[[nodiscard]] std::span<const CounterInfo> all_counters();

struct CounterValue {
  std::uint64_t requests = 0, value = 0;
  std::uint64_t ideal = 0; ///< 0 where the counter has none
};
[[nodiscard]] CounterValue value_of(const model::Totals& totals, model::CounterId id);

/// The definition; where the counter has a row, also the best and the worst of a request, and "ncu: l1tex__…"
/// on a line of its own.
[[nodiscard]] std::string tooltip_of(model::CounterId id);

/// "Active lanes: 16.5 of 32"; empty when every lane of every request was active, which needs no mention.
[[nodiscard]] std::string lanes_text(std::uint64_t lanes, std::uint64_t requests);

/// Returns the mean cost of `count` requests: "4.5", "1,024".
[[nodiscard]] std::string mean_text(std::uint64_t sum, std::uint64_t count);

/// True for counters of the excess alone: the ideal is 0 and the value follows from another row's.
[[nodiscard]] constexpr bool is_excess(model::CounterId id) { return model::row_of(id.kind).excess; }

} // namespace warpscope::results
