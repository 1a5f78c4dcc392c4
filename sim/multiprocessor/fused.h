// What each instruction of a program costs where the compiler makes one instruction of two: IADD3, LOP3, LEA,
// IMAD.
#pragma once

#include "sim/multiprocessor/costs.h"

#include <vector>

namespace warpscope::multiprocessor {

/// By pc. Of two that become one the first costs nothing: its result has no reader but the second, in the
/// same block.
[[nodiscard]] std::vector<Cost> costs_of(const program::Program& program);

} // namespace warpscope::multiprocessor
