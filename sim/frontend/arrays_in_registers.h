// A thread's small arrays whose indices only the run knows, in registers all the same.
#pragma once

#include "llvm/IR/PassManager.h"

namespace warpscope::frontend {

/// Replaces accesses of such arrays by comparisons of the index with each place, as ptxas does where it takes
/// that for cheaper than local memory; SROA then removes the array. When it does was read off some 1,500
/// kernels that ptxas 13.0 made for sm_90 (docs/speed-model.md, "Spills and small arrays of predicted code"):
/// S words in N accesses, those of loops counted 16 times, are S N comparisons; against them stand N accesses
/// of local memory, and the stores and loads at known places, as merged.
struct ArraysInRegisters : llvm::PassInfoMixin<ArraysInRegisters> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) const;
};

} // namespace warpscope::frontend
