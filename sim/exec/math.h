// The functions of math_functions.def for one value, by the host's libm.
#pragma once

#include "sim/program/enums.h"

namespace warpscope::exec {

/// `b` is looked at by functions of two arguments only. Min, Max: a NaN gives way to the other operand.
[[nodiscard]] float evaluate(program::MathFunction function, float a, float b);
[[nodiscard]] double evaluate(program::MathFunction function, double a, double b);

} // namespace warpscope::exec
