// Prints a trace as text, for people and for tests that compare traces.
#pragma once

#include "sim/trace/block_trace.h"

#include <cstddef>
#include <string>

namespace warpscope::trace {

/// One line an event: number, warp, kind, mask, then the offsets of the active lanes (runs of equal steps
/// folded as "0x1000+4*32": start, step, lanes). At most `max_events` lines, then "... N more".
[[nodiscard]] std::string dump(const BlockTrace& trace, std::size_t max_events = 10'000);

} // namespace warpscope::trace
