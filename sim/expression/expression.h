// Expression mode: a small kernel around one index expression. Not a second engine: the text is shown,
// simulated and measured like any other.
//
// What is made of the input:
//   - an expression with a value is read once per thread and its value stored to `result`, one element a
//   thread, so that the GPU's
//     compiler keeps the access; the expression stands on a line of its own, so the counts of that line are
//     its own
//   - one that assigns (=, +=, ++ …) or calls an atomic stands as a statement; where it writes a shared
//   array, a read that never
//     happens stands behind it, for the same reason
//   - of the declaration, __shared__ arrays and initialised variables go into the kernel, pointers become its
//   parameters (256 MiB,
//     zero, the pointer at the start: a negative index faults), __constant__, __device__, types and functions
//     stand above it; `extern __shared__ T s[]` gets 48 KiB
//   - a name that is indexed and declared nowhere becomes `const float *` (`float *` in a statement, `const
//   int *` inside another
//     index, filled with 0, 1, 2 …); i, tid, lane, warp, tx, ty, tz, row and col are declared, visibly, when
//     used and not declared
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/base/dim3.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warpscope::expression {

struct ExpressionInput {
  std::string expression;  ///< "tile[threadIdx.x][threadIdx.y]", "a[threadIdx.x * 2]", "tile[i] = 1.0f"; at
                           ///< most 4 KB
  std::string declaration; ///< "__shared__ float tile[32][33]", several with ; between them; empty: see
                           ///< above; at most 4 KB
  Dim3 block{32, 8, 1};
};

enum class ExpressionField : std::uint8_t { Expression, Declaration, Other };

/// A part of a field, copied unchanged into the kernel's text.
struct ExpressionPiece {
  ExpressionField field = ExpressionField::Other;
  std::size_t field_offset = 0, length = 0; ///< bytes of the field
  std::size_t text_offset = 0;              ///< where it begins in ExpressionKernel::text
};

struct ExpressionKernel {
  std::string text; ///< a scenario file: header, kernel; empty when there are errors
  std::uint32_t expression_line = 0, expression_column = 0;   ///< where the expression stands in it
  std::uint32_t declaration_line = 0, declaration_column = 0; ///< of its first part; 0: no declaration in it
  std::vector<ExpressionPiece> pieces;
};

/// Errors have file "expression", "declaration" or "block" and positions in that field. The text cannot do
/// more than the kernel it stands in: brackets must match, no preprocessor line, comment or text in quotes,
/// one statement.
[[nodiscard]] ExpressionKernel make_expression_kernel(const ExpressionInput& input, Diagnostics& diagnostics);

/// Turns positions in the kernel's text into positions in the field they came from ("expression:1:6"), file =
/// the field's name. Other: the position is in the text around the fields; the diagnostic is left as it is.
ExpressionField map_to_input(const ExpressionKernel& kernel, const ExpressionInput& input,
                             Diagnostic& diagnostic);

} // namespace warpscope::expression
