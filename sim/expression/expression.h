// Expression mode: builds a small kernel around one index expression. It is not a second engine: the text is
// shown, simulated and measured like any other.
//
// How the input becomes a kernel:
//   - An expression with a value is read once per thread and its value stored to `result`, one element a
//     thread, so that the GPU's compiler keeps the access. The expression has a line of its own, so that the
//     counts of that line are the expression's.
//   - An expression that assigns (=, +=, ++, …) or calls an atomic becomes a statement. If it writes a shared
//     array, a read that never executes follows it, for the same reason.
//   - Of the declaration, __shared__ arrays and initialised variables go into the kernel, pointers become its
//     parameters (256 MiB of zeros, with the pointer at the start, so that a negative index faults), and
//     __constant__, __device__, types and functions go above it; `extern __shared__ T s[]` gets 48 KiB.
//   - A name that is indexed but not declared becomes `const float *` (`float *` in a statement,
//     `const int *` inside another index, filled with 0, 1, 2, …); i, tid, lane, warp, tx, ty, tz, row and
//     col are declared, visibly, when they are used but not declared.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/base/dim3.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warpscope::expression {

struct ExpressionInput {
  /// "tile[threadIdx.x][threadIdx.y]", "a[threadIdx.x * 2]", "tile[i] = 1.0f"; at most 4 KB.
  std::string expression;
  /// "__shared__ float tile[32][33]", several separated by semicolons; may be empty, see above; at most 4 KB.
  std::string declaration;
  Dim3 block{32, 8, 1};
};

enum class ExpressionField : std::uint8_t { Expression, Declaration, Other };

/// A piece of a field, copied unchanged into the kernel's text.
struct ExpressionPiece {
  ExpressionField field = ExpressionField::Other;
  std::size_t field_offset = 0, length = 0; ///< in bytes of the field
  std::size_t text_offset = 0;              ///< where it begins in ExpressionKernel::text
};

struct ExpressionKernel {
  std::string text; ///< a scenario file (header and kernel); empty when there are errors
  std::uint32_t expression_line = 0, expression_column = 0; ///< the position of the expression in it
  /// The position of the declaration's first part; 0: it has no declaration.
  std::uint32_t declaration_line = 0, declaration_column = 0;
  std::vector<ExpressionPiece> pieces;
};

/// Errors have file "expression", "declaration" or "block" and positions in that field. The fields cannot
/// escape from the kernel around them: brackets must match, and there must be one statement and no
/// preprocessor line, comment or quoted text.
[[nodiscard]] ExpressionKernel make_expression_kernel(const ExpressionInput& input, Diagnostics& diagnostics);

/// Maps positions in the kernel's text to positions in the field they came from ("expression:1:6"), with the
/// field's name as the file. Other: the position is in the text around the fields, and the diagnostic stays
/// as it is.
ExpressionField map_to_input(const ExpressionKernel& kernel, const ExpressionInput& input,
                             Diagnostic& diagnostic);

} // namespace warpscope::expression
