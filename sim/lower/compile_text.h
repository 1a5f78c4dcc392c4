// Compiles a text to a program in one call, for callers that know nothing of LLVM (the worker's main).
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
  std::shared_ptr<program::Program> program; ///< null on errors
  Diagnostics diagnostics;
  std::string device_text;                                 ///< see FrontendOutput
  std::vector<std::pair<std::string, Diagnostic>> refused; ///< see RefusedKernels
};

[[nodiscard]] CompiledText compile_text(const frontend::FrontendInput& input);

/// For a process that only compiles: if LLVM crashes, it prints where it was and what it lacked.
void prepare_for_crashes();

} // namespace warpscope::lower
