// Compiles a text to a program in one call, for callers that know nothing of LLVM (the worker's main).
#pragma once

#include "sim/frontend/frontend.h"
#include "sim/program/compiled_text.h"

namespace warpscope::lower {

[[nodiscard]] program::CompiledText compile_text(const frontend::FrontendInput& input);

/// For a process that only compiles: if LLVM crashes, it prints where it was and what it lacked.
void prepare_for_crashes();

} // namespace warpscope::lower
