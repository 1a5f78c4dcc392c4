// Where a warp runs over a barrier that was left out. The trace has no event of it: what a warp does between
// two of its accesses is told by the places of the two in the program.
#pragma once

#include "app/playback/block_index.h"
#include "sim/program/program.h"
#include "sim/trace/block_trace.h"

#include <cstdint>
#include <vector>

namespace warpscope::view {

/// Steps before which the warp passed the cut barrier of a line, ascending: between two accesses that the
/// instruction stands between, on the way forward or around the smallest loop that has both. Not modelled: a
/// branch around it that the warp took.
[[nodiscard]] std::vector<std::uint64_t> cut_crossings(const program::Program& program,
                                                       const trace::BlockTrace& trace,
                                                       const playback::BlockIndex& index, std::uint32_t warp,
                                                       std::uint32_t line);

} // namespace warpscope::view
