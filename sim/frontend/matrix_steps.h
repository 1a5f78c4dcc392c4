// Knows the instructions that stand for one matrix instruction of the device: they cost nothing of their own.
#pragma once

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Instruction.h>

#include <cstdint>

namespace warpscope::frontend {

/// The same place in the text, for what stands for a matrix instruction there. It is said in the place
/// because the optimiser keeps places when it moves and joins instructions.
[[nodiscard]] llvm::DebugLoc as_matrix_step(const llvm::DebugLoc& place);

/// Built for PTX (as_matrix_step()), or from our headers' mma_sync(), load_matrix_sync(),
/// store_matrix_sync(), ldmatrix and stmatrix.
[[nodiscard]] bool is_matrix_step(const llvm::Instruction& instruction);

/// Cycles for which a product takes the tensor cores of a sub-partition. Source: an H200 (2026-11-23, 32
/// warps): HMMA.16816 and IMMA.16832 6.4, HMMA.1688 of halves 4.5, DMMA 16; larger ones are several of these.
[[nodiscard]] std::uint32_t cycles_of_product(unsigned m, unsigned n, unsigned k, unsigned bits);

} // namespace warpscope::frontend
