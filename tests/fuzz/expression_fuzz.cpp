// An expression and its declaration, divided by the first NUL byte: a kernel text or a reason, never a way
// out of the line.
#include "sim/expression/expression.h"

#include <algorithm>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpscope;
  const std::uint8_t* middle = std::find(data, data + size, std::uint8_t{0});
  expression::ExpressionInput input;
  input.expression.assign(data, middle);
  if (middle != data + size) input.declaration.assign(middle + 1, data + size);
  Diagnostics diagnostics;
  const expression::ExpressionKernel kernel = expression::make_expression_kernel(input, diagnostics);
  Diagnostic somewhere;
  somewhere.span = {kernel.expression_line, kernel.expression_column + 1, kernel.expression_line,
                    kernel.expression_column + 2};
  (void)expression::map_to_input(kernel, input, somewhere);
  (void)format_diagnostics(diagnostics);
  return 0;
}
