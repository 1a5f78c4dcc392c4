// Enumerates all small structured programs.
#pragma once

#include "tests/reference/compare.h"

#include <string>
#include <vector>

namespace reference {

/// Returns the bodies of exactly `nodes` nodes: if, if/else, while, and (where allowed) break, continue,
/// return. Nothing follows a break, continue or return in its block.
[[nodiscard]] std::vector<std::string> shapes(unsigned nodes);

/// Compiles and compares all of them, many kernels to a text.
[[nodiscard]] Outcome compare_shapes(unsigned nodes);

} // namespace reference
