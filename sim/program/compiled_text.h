// What compiling a text gives: one value from the lowering, over the worker's pipe, to whoever runs it.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/program/program.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::program {

struct CompiledText {
  std::shared_ptr<const Program> program; ///< null when there are errors
  Diagnostics diagnostics;
  /// The text with the host's part blanked, no character moved: what NVRTC is given. Empty when the text was
  /// refused before that part was found.
  std::string device_text;
  /// Kernels of the text that are left out of the program, each with the error that says why (some more than
  /// once).
  std::vector<std::pair<std::string, Diagnostic>> refused;
};

} // namespace warpscope::program
