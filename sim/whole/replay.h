// Runs one launch of a whole program again, on what it saw: with another text, a trace, races, another order.
#pragma once

#include "sim/compile/compile.h"
#include "sim/launch/snapshot.h"
#include "sim/run/estimate.h"
#include "sim/run/request.h"
#include "sim/run/result.h"

#include <memory>

namespace warpscope::whole {

/// Which launch, and what its program is compiled from.
struct Replay {
  program::ProgramSources sources;
  std::shared_ptr<const launch::LaunchSnapshot> snapshot; ///< never null
  /// What `sources` were compiled to, so that an unedited text is not compiled once more; null: not known.
  std::shared_ptr<const program::CompiledProgram> compiled = nullptr;
};

/// As run::simulate(), for a request with `replay`: request.text stands for the program's file of this name.
/// Only the device's side is compiled. There are no checks, and buffers are not hashed.
[[nodiscard]] run::Result replay(compile::Compiler& compiler, const run::Request& request);

/// replay() for a request with `replay`, else run::simulate().
[[nodiscard]] run::Result simulate(compile::Compiler& compiler, const run::Request& request);

/// As run::machine_input(), for a request with `replay` too.
[[nodiscard]] std::optional<run::MachineInput>
machine_input(compile::Compiler& compiler, const run::Request& request, std::string& why_not);

} // namespace warpscope::whole
