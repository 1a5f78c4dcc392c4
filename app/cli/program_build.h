// Compiles a whole program for a subcommand.
#pragma once

#include "app/cli/cli.h"
#include "app/cli/host_flags.h"
#include "sim/base/device.h"
#include "sim/labs/labs.h"
#include "sim/program/program_sources.h"

#include <optional>
#include <string>

namespace warpscope::cli {

[[nodiscard]] std::string absolute_path(const std::string& path);

/// Returns the lab that is a whole program, of this id or file name; null where a file has the name.
[[nodiscard]] const labs::Lab* program_lab(const std::string& name);

/// Reads the files, or the lab, that the flags name. nullopt and a sentence in `error` when one cannot be
/// read.
[[nodiscard]] std::optional<program::ProgramSources>
program_sources(const HostFlags& flags, const Device& device, std::string& error);

/// nullopt: the program does not compile. What the compiler says goes to standard error.
[[nodiscard]] std::optional<program::CompiledProgram> compile_program(const program::ProgramSources& sources,
                                                                      Console& console);

} // namespace warpscope::cli
