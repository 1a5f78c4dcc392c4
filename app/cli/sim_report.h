// What `warpscope sim` prints for a person: a table an access kind, totals, checks, what went wrong.
#pragma once

#include "app/cli/cli.h"
#include "sim/run/simulate.h"

#include <string>

namespace warpscope::cli {

/// The counts, on standard output.
[[nodiscard]] std::string sim_report(const run::SimulationResult& result, const Device& device, bool color,
                                     unsigned width);

/// Faults, barriers that not all threads reach, an exhausted budget, an early stop: with line and caret, on
/// standard error. Empty when all went well.
[[nodiscard]] std::string sim_problems(const run::SimulationResult& result);

[[nodiscard]] int exit_code_of(run::SimulationStatus status);

} // namespace warpscope::cli
