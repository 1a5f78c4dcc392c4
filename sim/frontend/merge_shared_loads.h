// Merges loads of shared memory as ptxas does.
#pragma once

#include "llvm/IR/PassManager.h"

namespace warpscope::frontend {

/// Makes one load of 8 or 16 bytes of loads of shared memory in one basic block that lie side by side, where
/// the wider one is known to be aligned and nothing between them may write shared memory. ptxas does so after
/// unrolling (issue counts of an H200's launches; docs/speed-model.md), LLVM's LoadStoreVectorizer does not:
/// it gives up on addresses whose alignment only their known bits tell.
struct MergeSharedLoads : llvm::PassInfoMixin<MergeSharedLoads> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace warpscope::frontend
