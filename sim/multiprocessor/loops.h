// The innermost loops of a program, of which the compiler is expected to make several iterations at a time.
#pragma once

#include "sim/multiprocessor/costs.h"
#include "sim/program/program.h"

#include <cstdint>
#include <vector>

namespace warpscope::multiprocessor {

struct Loop {
  std::uint32_t header = 0, latch = 0; ///< its first instruction, and the jump back to it
  std::uint32_t unrolled = 1;          ///< iterations that are scheduled together
  bool counted = false;                ///< its exit compares a counter that it steps by a constant
  std::uint32_t counter = ~0u;         ///< the sum that steps it
};

/// An instruction's place in its innermost loop.
struct InLoop {
  static constexpr std::uint32_t none = ~0u;
  std::uint32_t loop = none; ///< index into Loops::loops
  bool exit = false;         ///< a branch of which one way leaves the loop
  bool spared = false;       ///< makes counters and addresses only, and no result of the loop: what the
                             ///< compiler steps along or folds
};

struct Loops {
  std::vector<Loop> loops; ///< those that hold no other loop, no barrier and no call
  std::vector<InLoop> at;  ///< by pc
};

/// Loops whose exit compares with a constant are unrolled fully (as far as `fully` iterations), others four
/// times, as NVCC does where nothing else is asked for.
[[nodiscard]] Loops find_loops(const program::Program& program);

/// Iterations of a loop that NVIDIA's assembler puts together when the optimiser has unrolled what it will;
/// `costs`: by pc.
[[nodiscard]] std::uint32_t iterations_together(const program::Program& program,
                                                const std::vector<Cost>& costs, const Loop& loop);

} // namespace warpscope::multiprocessor
