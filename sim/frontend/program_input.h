// The input of a whole program's compilation: one of its texts, with the build that it belongs to.
#pragma once

#include "sim/program/program_sources.h"

namespace warpscope::frontend {

/// Both references outlive it.
struct ProgramInput {
  const program::SourceFile& file;
  const program::ProgramSources& build;
};

} // namespace warpscope::frontend
