// Evaluates the functions of math_functions.def for one value, with the host's libm.
#pragma once

#include "sim/program/enums.h"

namespace warpscope::exec {

/// Functions of one argument ignore `b`. Min and Max return the other operand when one is NaN.
[[nodiscard]] float evaluate(program::MathFunction function, float a, float b);
[[nodiscard]] double evaluate(program::MathFunction function, double a, double b);

} // namespace warpscope::exec
