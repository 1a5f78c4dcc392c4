// From what the person typed to what the simulator is asked. Pure: called on the UI's and on the worker's thread.
#pragma once

#include <optional>
#include <string>

#include "app/session/document.h"
#include "sim/simulate/expression.h"
#include "sim/simulate/simulate.h"

namespace warpscope {

struct PreparedText {
  SimulationRequest request;         ///< block 0, traced
  ExpressionInput expression_input;  ///< expression mode only
  ExpressionKernel expression_kernel;
  std::string key;                   ///< equal keys give equal results
};

/// Nothing when the fields themselves are wrong; `diagnostics` then says what, `file` being the field.
[[nodiscard]] std::optional<PreparedText> prepare(const Document& document, const Device& device, Diagnostics& diagnostics);

} // namespace warpscope
