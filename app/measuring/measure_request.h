// Turns a text with its launch into a request to warpscope-measure: what the simulator would run, for the GPU
// to run.
#pragma once

#include "gpu/protocol/request.h"
#include "sim/run/simulate.h"

#include <optional>

namespace warpscope::measuring {

/// nullopt with errors in `diagnostics` when the text, its launch or an argument is not right (the same that
/// simulate() says). The request's `what` and `limits` are the defaults. The header comment is left out of
/// the text, so that its prose is not part of the request's hash; lines stay where they are. Barriers that
/// are cut (run::Request::without_barriers) are blanked out in place; an error where one is not written
/// out on its line. A program's local headers go along; its warnings are those of the program's own run.
[[nodiscard]] std::optional<protocol::MeasureRequest>
make_measure_request(compile::Compiler& compiler, const run::Request& request, Diagnostics& diagnostics);
/// The same for a compiler alone, which needs no arguments: nothing is refused for what they are.
[[nodiscard]] std::optional<protocol::MeasureRequest>
make_code_request(compile::Compiler& compiler, const run::Request& request, Diagnostics& diagnostics);

} // namespace warpscope::measuring
