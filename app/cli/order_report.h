// Describes what a search of schedules found (sim/races/schedules.h).
#pragma once

#include "sim/run/simulate.h"

#include <string>

namespace warpscope::cli {

/// Returns the sentence, and a line for each access that the wrong value went through. Empty when no search
/// was requested.
[[nodiscard]] std::string order_report(const run::Result& result);

} // namespace warpscope::cli
