// Steps of what a warp's access asks memory for: lines and sectors, wavefronts, passes.
#pragma once

#include "sim/multiprocessor/work.h"
#include "sim/trace/event.h"

#include <cstdint>
#include <vector>

namespace warpscope::multiprocessor {

/// Returns the lines and sectors of a warp's access, in the order of the first lane that touches each.
[[nodiscard]] std::vector<Line> lines_of(const WarpAccess& access);

/// What an instruction does besides what an event tells of it.
struct Manner {
  bool copies = false;  ///< it is the loading half of an asynchronous copy
  bool past_l1 = false; ///< L1 does not answer it
  AtomicWork work = AtomicWork::Other;
};

/// Makes the step of an access, whose lines are added to `block`. Its token and its origin are the caller's.
[[nodiscard]] Step step_of(const trace::AccessEvent& event, const Manner& manner, Block& block);

/// Adds the words to `lines` that the compare-and-swaps of these lanes of shared memory change: each bank
/// takes the lowest of its lanes (docs/hardware-rules.md, Atomics). Returns these lanes.
std::uint32_t add_swapped_words(const WarpAccess& access, std::vector<Line>& lines);

/// Issue slots of an access of `width` bytes a lane: a register of its address, two where that has 64 bits,
/// and those that it stores. Of machine code they are counted (run/code_costs.cpp, which has the source).
[[nodiscard]] std::uint16_t access_slots(Space space, bool writes, std::uint32_t width);

} // namespace warpscope::multiprocessor
