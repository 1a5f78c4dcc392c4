// The registers that NVIDIA's assembler is expected to give a thread of predicted code.
/// - Subject: Registers, predicted
/// - Modelled: values that are alive at once, a few besides, that the assembler gives up loads made early to
/// stay at 32.
/// - Not modelled: the order of the assembler, loops that it unrolls and LLVM does not, spills.
#pragma once

#include "sim/program/program.h"

#include <cstdint>
#include <vector>

namespace warpscope::multiprocessor {

/// 32-bit registers that hold values at the worst point of a function: an address of global memory takes two,
/// parameters none, since they are operands. 0: it calls others, and is not counted.
[[nodiscard]] std::uint32_t registers_alive(const program::Program& program,
                                            const program::Function& function);

/// Of a function's instructions from its entry on: registers that hold values in front of each, counted
/// likewise. Empty: it calls others.
[[nodiscard]] std::vector<std::uint32_t> registers_before(const program::Program& program,
                                                          const program::Function& function);

/// Registers that the assembler needs beside the values that are alive in the bytecode: parts of addresses,
/// constants that an instruction cannot hold.
inline constexpr std::uint32_t temporaries = 5;

/// The registers within which the assembler schedules a function of which `alive` hold values at its worst
/// point, in the order of the text: the fewest that hold them of 30, 38, 46, …, since a multiprocessor gives
/// them out by eights and two are the assembler's own. It makes loads early as far as they go.
[[nodiscard]] std::uint32_t register_budget(std::uint32_t alive);

/// Of the kernel with this symbol, in blocks of `threads`; 0: not known.
[[nodiscard]] std::uint32_t predicted_registers(const program::Program& program, std::uint32_t kernel,
                                                std::uint64_t threads);

} // namespace warpscope::multiprocessor
