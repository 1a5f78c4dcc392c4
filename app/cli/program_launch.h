// The launch of a whole program that a subcommand works on: the program is run up to it.
#pragma once

#include "app/cli/input.h"
#include "app/cli/launch_options.h"
#include "sim/whole/replay.h"

#include <memory>
#include <optional>

namespace warpscope::cli {

/// True for a text with a main() and no header, unless grid and block are both given: then its kernel runs
/// alone.
[[nodiscard]] bool runs_as_program(const SourceInput& source, const source::Overrides& overrides);

/// nullopt when the program does not compile or never makes that launch, which has been told.
[[nodiscard]] std::shared_ptr<const whole::Replay> program_launch(const SourceInput& source,
                                                                  const source::Overrides& overrides,
                                                                  const ProgramChoice& choice,
                                                                  const Device& device, Console& console);

} // namespace warpscope::cli
