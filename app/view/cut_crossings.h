// Finds where a warp passes a barrier that was left out. The trace has no event for it: the positions of a
// warp's two neighbouring accesses in the program tell what it executed in between.
#pragma once

#include "app/playback/block_index.h"
#include "sim/program/program.h"
#include "sim/trace/block_trace.h"

#include <cstdint>
#include <vector>

namespace warpscope::view {

/// Returns the steps before which the warp passed the removed barrier of a line, ascending: between two
/// accesses of one function where every way that the code has from the first to the second goes over the
/// barrier. Where a branch leads around it, the trace does not tell which way was taken: none is returned.
[[nodiscard]] std::vector<std::uint64_t> cut_crossings(const program::Program& program,
                                                       const trace::BlockTrace& trace,
                                                       const playback::BlockIndex& index, std::uint32_t warp,
                                                       std::uint32_t line);

} // namespace warpscope::view
