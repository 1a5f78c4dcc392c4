// The estimated time of a launch of a whole program, or of a text with a header.
#pragma once

#include "sim/compile/compile.h"
#include "sim/run/estimate.h"

#include <optional>
#include <string>

namespace warpscope::whole {

/// run::estimate(), for requests with `replay`, too; where the multiprocessor comes to nothing, the plain
/// model's. `ran`: what whole::simulate() made of the launch; null: it did not come to its end.
[[nodiscard]] std::optional<run::Estimate> estimate(compile::Compiler& compiler, const run::Request& request,
                                                    const run::Result* ran, std::string& why_not);

/// What a request with `replay` compiles: its program's sources with the request's text, the device's side.
[[nodiscard]] program::ProgramSources replayed_sources(const run::Request& request);

} // namespace warpscope::whole
