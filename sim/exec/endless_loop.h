// Finds the loop in which a run spent the end of its budget.
#pragma once

#include "sim/program/program.h"
#include "sim/trace/event.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace warpscope::exec {

/// Returns the instruction at the head of the statement of the loop that did not end: a branch that repeats
/// or leaves it. `pcs`: where the warp was at the end, and at the ends of some turns before it. That is the
/// innermost loop around the first of them that nothing leaves, else the innermost one that holds them all:
/// a short loop within the endless one comes to its end again and again. trace::Fault::no_loop: the end lies
/// in none, or its text is not known.
[[nodiscard]] std::uint32_t endless_loop(const program::Program& program, std::span<const std::uint32_t> pcs);

/// Where the last turns of a block's warps ended.
class LastTurns {
 public:
  void note(std::uint32_t warp, std::uint32_t pc) { turns_[next_++ % turns_.size()] = {warp, pc}; }
  /// Returns endless_loop() of the warp that is at `pc`.
  [[nodiscard]] std::uint32_t loop_of(const program::Program& program, std::uint32_t warp,
                                      std::uint32_t pc) const;

 private:
  std::array<std::pair<std::uint32_t, std::uint32_t>, 32> turns_{};
  std::size_t next_ = 0; ///< how many there were
};

} // namespace warpscope::exec
