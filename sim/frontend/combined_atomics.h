// Finds the atomics whose values a warp adds up first, as ptxas compiles them.
#pragma once

#include "llvm/IR/PassManager.h"

#include <cstdint>

namespace warpscope::frontend {

/// Where all lanes of a warp mean one address, ptxas lets them combine their values (POPC, REDUX, or a scan
/// of shuffles where the old value is used), and one lane brings the result to memory. Whether they do is
/// decided by the address's arithmetic: thread and lane numbers, and what depends on them, are taken to
/// differ. The rules are those of ptxas 13.0's code for 130 small kernels, and of the counts of an H200
/// (docs/hardware-rules.md, "Atomics").
///
/// Marks such calls with the metadata `combined_atomic`: the number of a program::Asks.
struct MarkCombinedAtomics : llvm::PassInfoMixin<MarkCombinedAtomics> {
  explicit MarkCombinedAtomics(std::uint32_t compute_capability) : compute_capability_(compute_capability) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  std::uint32_t compute_capability_;
};

constexpr const char* combined_atomic = "warpscope.asks";

} // namespace warpscope::frontend
