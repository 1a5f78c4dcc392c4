// The registers that NVIDIA's assembler is expected to give a thread of predicted code.
/// - Subject: Registers, predicted
/// - Modelled: values that are alive at once, a few besides, that the assembler gives up loads made early to
/// stay at 32.
/// - Not modelled: the order of the assembler, loops that it unrolls and LLVM does not, spills.
#pragma once

#include "sim/program/program.h"

#include <cstdint>

namespace warpscope::multiprocessor {

/// 32-bit registers that hold values at the worst point of a function: an address of global memory takes two,
/// parameters none, since they are operands. 0: it calls others, and is not counted.
[[nodiscard]] std::uint32_t registers_alive(const program::Program& program,
                                            const program::Function& function);

/// Of the kernel with this symbol, in blocks of `threads`; 0: not known.
[[nodiscard]] std::uint32_t predicted_registers(const program::Program& program, std::uint32_t kernel,
                                                std::uint64_t threads);

} // namespace warpscope::multiprocessor
