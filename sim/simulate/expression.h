// Expression mode: a small kernel around one index expression. Not a second engine: the text is shown, simulated and measured
// like any other.
#pragma once

#include <string>

#include "sim/base/diagnostic.h"
#include "sim/base/dim3.h"

namespace warpscope {

struct ExpressionInput {
  std::string expression;  ///< "tile[threadIdx.x][threadIdx.y]", "a[threadIdx.x * 2]", "tile[i] = 1.0f"
  std::string declaration; ///< "__shared__ float tile[32][33]"; empty: an unknown name becomes a global `const float *`
  Dim3 block{32, 8, 1};
};

struct ExpressionKernel {
  std::string text;   ///< a scenario file: header, kernel
  std::uint32_t expression_line = 0, expression_column = 0; ///< where the expression stands in it
  std::uint32_t declaration_line = 0, declaration_column = 0; ///< 0: no declaration in it
};

/// Diagnostics of compiling `text` are mapped back by map_to_input().
[[nodiscard]] ExpressionKernel make_expression_kernel(const ExpressionInput& input, Diagnostics& diagnostics);

enum class ExpressionField : std::uint8_t { Expression, Declaration, Other };
/// Turns positions in the kernel's text into positions in the field they came from ("expression:1:6"), file = the field's name.
ExpressionField map_to_input(const ExpressionKernel& kernel, const ExpressionInput& input, Diagnostic& diagnostic);

} // namespace warpscope
