// Parses the headers that a text begins with ahead of its first compilation, into the cache on disk.
#pragma once

#include "sim/frontend/program_preamble.h"
#include "sim/program/program_sources.h"
#include "sim/program/text_source.h"

namespace warpscope::lower {

[[nodiscard]] frontend::Prepared prepare_headers(const program::TextSource& source);
/// Of both sides of each file. Ends at the first that the cache does not take.
[[nodiscard]] frontend::Prepared prepare_headers(const program::ProgramSources& sources);

} // namespace warpscope::lower
