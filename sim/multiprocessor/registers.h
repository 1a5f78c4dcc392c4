// The registers that NVIDIA's assembler is expected to give a thread of predicted code.
/// - Subject: Registers, predicted
/// - Modelled: values that are alive at once, a few besides, loads made early as far as 32 registers go,
/// those of iterations that it puts together among them.
/// - Not modelled: the order of the assembler, loads that it makes late, other loops that it unrolls.
#pragma once

#include "sim/multiprocessor/liveness.h"
#include "sim/program/program.h"

#include <cstdint>
#include <vector>

namespace warpscope::multiprocessor {

/// A point of a function, by the slots that hold values there.
struct Crowded {
  SlotSet alive;
  std::uint32_t registers = 0; ///< that they take
};

/// The points of `among`, by their distance from the function's entry, at which more than `most` 32-bit
/// registers hold values: an address of global memory takes two, parameters none, since they are operands,
/// and addresses of shared memory none: they lie at constant distances from one another, which an access
/// adds. Empty, too, where the function calls others.
[[nodiscard]] std::vector<Crowded> crowded_points(const program::Program& program,
                                                  const program::Function& function, std::uint32_t most,
                                                  const std::vector<bool>& among);

/// Registers that hold values at the worst point of a function, counted likewise. 0: it calls others, and is
/// not counted.
[[nodiscard]] std::uint32_t registers_alive(const program::Program& program,
                                            const program::Function& function);

/// Of a function's instructions from its entry on: registers that hold values in front of each, those with
/// addresses of shared memory among them. Empty: it calls others.
[[nodiscard]] std::vector<std::uint32_t> registers_before(const program::Program& program,
                                                          const program::Function& function);

/// Registers that the assembler needs beside the values that are alive in the bytecode: parts of addresses,
/// constants that an instruction cannot hold.
inline constexpr std::uint32_t temporaries = 5;

/// The registers within which the assembler schedules a function of which `alive` hold values at its worst
/// point, in the order of the text: the fewest that hold them of 30, 38, 46, …, since a multiprocessor gives
/// them out by eights and two are the assembler's own. It makes loads early as far as they go.
[[nodiscard]] std::uint32_t register_budget(std::uint32_t alive);

/// Registers that hold values at the worst point of a function, were its loads of global memory made as early
/// as their addresses are known: at the beginning of a block, and of four iterations of a loop at once. 0: it
/// calls others.
[[nodiscard]] std::uint32_t registers_early(const program::Program& program,
                                            const program::Function& function);

/// Registers for a point at which `alive` hold values, were there no limit.
[[nodiscard]] std::uint32_t registers_for(std::uint32_t alive);

/// The most registers that the assembler gives a thread of the kernel. `asked`: -maxrregcount, or 0; where
/// the text has __launch_bounds__ it is not looked at.
[[nodiscard]] std::uint32_t register_limit(const program::Kernel& kernel, std::uint32_t asked);

/// Of the kernel with this index, in blocks of `threads`; 0: not known. `asked`: see register_limit().
[[nodiscard]] std::uint32_t predicted_registers(const program::Program& program, std::uint32_t kernel,
                                                std::uint64_t threads, std::uint32_t asked);

} // namespace warpscope::multiprocessor
