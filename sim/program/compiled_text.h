// The result of compiling a text: one value from the lowering, through the worker's pipe, to its users.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/program/listing.h"
#include "sim/program/program.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::program {

struct CompiledText {
  std::shared_ptr<const Program> program; ///< null on errors
  Diagnostics diagnostics;
  /// The text with its host code blanked and no character moved: what NVRTC gets. Empty when the text was
  /// refused before the host code was found.
  std::string device_text;
  /// The paths of the texts that were read, by Span::file: of the first, which has none of its own, empty.
  std::vector<std::string> texts;
  /// Kernels of the text that are left out of the program, each with the error that says why (some more than
  /// once).
  std::vector<std::pair<std::string, Diagnostic>> refused;
  /// Of each kernel, where TextSource::listing asks for them and LLVM knows NVPTX.
  std::vector<Listing> listings;
};

} // namespace warpscope::program
