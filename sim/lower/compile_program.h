// Compiles a whole program in one call: its device sides to a program, its host sides to objects.
#pragma once

#include "sim/program/program_sources.h"

namespace warpscope::lower {

/// On two threads: one for the device's side, one for the host's.
[[nodiscard]] program::CompiledProgram compile_program(const program::ProgramSources& sources);

} // namespace warpscope::lower
