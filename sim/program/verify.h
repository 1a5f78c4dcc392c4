#pragma once

#include "sim/program/program.h"

#include <string>
#include <vector>

namespace warpscope::program {

/// Checks everything the executor relies on: operand ranges and kinds, targets, sites, spans, sizes, call
/// graph depth-free properties. Empty: safe to run. Otherwise the first few reasons. Never crashes, whatever
/// the program holds.
[[nodiscard]] std::vector<std::string> verify(const Program& program);

} // namespace warpscope::program
