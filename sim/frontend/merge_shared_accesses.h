// Merges accesses of shared memory, and of a thread's own arrays, as ptxas does.
#pragma once

#include "llvm/IR/PassManager.h"

namespace warpscope::frontend {

/// Makes one access of 8 or 16 bytes of loads, or of stores, of shared or local memory in one basic block
/// that lie side by side, where the wider one is known to be aligned and nothing between them may touch what
/// they touch. ptxas does so after unrolling (counts of an H200 by line; docs/speed-model.md). LLVM's
/// LoadStoreVectorizer does not: it takes an address for as aligned as its variable's elements.
struct MergeSharedAccesses : llvm::PassInfoMixin<MergeSharedAccesses> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace warpscope::frontend
