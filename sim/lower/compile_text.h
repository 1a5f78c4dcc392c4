// Text -> program in one call, for a caller that knows nothing of LLVM (the worker's main).
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/frontend/frontend.h"
#include "sim/program/program.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::lower {

struct CompiledText {
  std::shared_ptr<program::Program> program; ///< null when there are errors
  Diagnostics diagnostics;
  std::string device_text;                                 ///< see FrontendOutput
  std::vector<std::pair<std::string, Diagnostic>> refused; ///< see RefusedKernels
};

[[nodiscard]] CompiledText compile_text(const frontend::FrontendInput& input);

/// For a process of its own: LLVM says where it was and what it lacked before it goes down.
void prepare_for_crashes();

} // namespace warpscope::lower
