#pragma once

#include "sim/program/program.h"

#include <string>
#include <vector>

namespace warpscope::program {

/// Checks everything that the executor relies on: operand ranges and kinds, targets, sites, spans, sizes, and
/// properties of the call graph that do not depend on its depth. Empty when the program is safe to run,
/// otherwise the first few reasons. Never crashes, whatever the program contains.
[[nodiscard]] std::vector<std::string> verify(const Program& program);

} // namespace warpscope::program
