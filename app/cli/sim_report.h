// The output of `warpscope sim` for a person: a table for each kind of access, totals, checks, problems.
#pragma once

#include "app/cli/cli.h"
#include "sim/run/simulate.h"

#include <string>

namespace warpscope::cli {

/// The counts, for standard output.
[[nodiscard]] std::string sim_report(const run::Result& result, const Device& device, bool color,
                                     unsigned width);

/// Faults, divergent barriers, an exhausted budget, an interruption: with line and caret, for standard error.
/// Empty when there were none.
[[nodiscard]] std::string sim_problems(const run::Result& result);

[[nodiscard]] int exit_code_of(run::Status status);

} // namespace warpscope::cli
