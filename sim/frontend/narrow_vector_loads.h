// Loads less of a vector where not all of it is used, as ptxas does.
#pragma once

#include "llvm/IR/PassManager.h"

namespace warpscope::frontend {

/// Of a load of two or four numbers, each of 4 bytes or more, ptxas leaves what is used: one number, or an
/// aligned pair; two numbers that are no such pair are loaded one by one; three are loaded as four (ptxas
/// 13.0's code for each subset of an int4 in global and in shared memory).
struct NarrowVectorLoads : llvm::PassInfoMixin<NarrowVectorLoads> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace warpscope::frontend
