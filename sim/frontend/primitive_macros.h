// Defines the numbers of sim/program/enums.h as macros for the prelude.
#pragma once

#include <string>

namespace warpscope::frontend {

/// Returns "#define __WS_MATH_Sqrt 0\n…" for MATH, ROUND, ATOMIC, SHUFFLE, VOTE, REDUX, BARRIER, FENCE,
/// SPECIAL and SPACE.
[[nodiscard]] std::string primitive_macros();

} // namespace warpscope::frontend
