// Text and options to counts: the entry point of the command line, the session and the tests. The stages
// between are in stages.h.
#pragma once

#include "sim/compile/compile.h"
#include "sim/run/request.h"
#include "sim/run/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::run {

[[nodiscard]] Result simulate(compile::Compiler& compiler, const Request& request);

/// A kernel with the arguments of its parameters: parameter p gets arguments[binding[p]].
struct BoundKernel {
  std::uint32_t kernel = 0; ///< index into program->kernels
  std::vector<std::size_t> binding;
};
struct PreparedCheck {
  std::string output;
  BoundKernel reference;
};
/// Everything up to the point where the first thread would run, for running the kernel elsewhere.
struct PreparedLaunch {
  source::Scenario scenario;
  source::ResolvedLaunch launch;
  std::shared_ptr<const program::Program> program;
  std::string device_text; ///< the text with its host code blanked
  /// The texts that were read, as Result::texts.
  std::vector<program::SourceFile> texts;
  BoundKernel kernel; ///< of launch.arguments; of a snapshot's launch: without a binding
  /// Of a snapshot's launch: its parameters, laid out; the contents of the buffers are the snapshot's.
  std::vector<std::uint8_t> parameters;
  /// Arguments that fill __constant__ or __device__ variables.
  std::vector<source::ResolvedArgument> variables;
  std::vector<PreparedCheck> checks;
};
/// Returns nullopt if the text or a choice is wrong; `diagnostics` receives the errors, otherwise warnings
/// and notes.
[[nodiscard]] std::optional<PreparedLaunch> prepare_launch(compile::Compiler& compiler,
                                                           const Request& request, Diagnostics& diagnostics);

} // namespace warpscope::run
