// Defines the numbers of sim/program/enums.h and declares the primitives of primitives.def for the prelude.
#pragma once

#include <string>

namespace warpscope::frontend {

/// Returns "#define __WS_MATH_Sqrt 0\n…" for MATH, ROUND, ATOMIC, SHUFFLE, VOTE, REDUX, BARRIER, FENCE, COPY,
/// SPECIAL and SPACE, and the declarations of all primitives as __WS_PRIMITIVES.
[[nodiscard]] std::string primitive_macros();

} // namespace warpscope::frontend
