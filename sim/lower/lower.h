// LLVM module -> program. Only this folder and frontend/ include LLVM.
#pragma once

#include <memory>

#include "sim/base/diagnostic.h"
#include "sim/frontend/frontend.h"
#include "sim/program/program.h"

namespace warpscope {

/// Consumes the module. What is not supported is refused by name with its line (an error diagnostic); null on errors.
[[nodiscard]] std::shared_ptr<Program> lower(FrontendOutput& input, const FrontendInput& source, Diagnostics& diagnostics);

} // namespace warpscope
