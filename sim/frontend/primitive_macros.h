// The numbers of sim/program/enums.h as macros for the prelude.
#pragma once

#include <string>

namespace warpscope::frontend {

/// "#define __WS_MATH_Sqrt 0\n…": MATH, ROUND, ATOMIC, SHUFFLE, VOTE, REDUX, BARRIER, FENCE, SPECIAL, SPACE.
[[nodiscard]] std::string primitive_macros();

} // namespace warpscope::frontend
