// What a search for an order of the warps found, in words (sim/races/schedules.h).
#pragma once

#include "sim/run/simulate.h"

#include <string>

namespace warpscope::cli {

/// The sentence, and a line for each place on the way of the wrong value. Empty where no orders were asked
/// for.
[[nodiscard]] std::string order_report(const run::SimulationResult& result);

} // namespace warpscope::cli
