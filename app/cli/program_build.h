// Compiles a whole program for a subcommand.
#pragma once

#include "app/cli/cli.h"
#include "app/cli/host_flags.h"
#include "sim/base/device.h"
#include "sim/program/program_sources.h"

#include <optional>
#include <string>

namespace warpscope::cli {

[[nodiscard]] std::string absolute_path(const std::string& path);

/// Reads the files that the flags name. nullopt and a sentence in `error` when one cannot be read.
[[nodiscard]] std::optional<program::ProgramSources>
program_sources(const HostFlags& flags, const Device& device, std::string& error);

/// nullopt: the program does not compile. What the compiler says goes to standard error.
[[nodiscard]] std::optional<program::CompiledProgram> compile_program(const program::ProgramSources& sources,
                                                                      Console& console);

} // namespace warpscope::cli
