// From what the person typed to a simulation request. Pure: called on the UI's and on the worker's thread.
#pragma once

#include "app/document/document.h"
#include "app/document/run_key.h"
#include "sim/expression/expression.h"
#include "sim/run/simulate.h"

#include <optional>
#include <string>
#include <vector>

namespace warpscope::document {

struct PreparedText {
  run::Request request;                         ///< for block 0, traced
  expression::ExpressionInput expression_input; ///< expression mode only
  expression::ExpressionKernel expression_kernel;
  RunKey key;
};

/// Nothing when the fields themselves are wrong; `diagnostics` then says why, with the field as `file`.
[[nodiscard]] std::optional<PreparedText> prepare(const Document& document, const Device& device,
                                                  Diagnostics& diagnostics);

/// By site: whether the access is in the person's own fields. The kernel around an expression has accesses of
/// its own (it stores the value, so that no compiler drops the read), which the picture leaves out. For a
/// whole kernel, all of them.
[[nodiscard]] std::vector<bool> own_sites(const expression::ExpressionKernel& kernel,
                                          const expression::ExpressionInput& input,
                                          const program::Program& program);

} // namespace warpscope::document
