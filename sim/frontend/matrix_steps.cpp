// Knows the instructions that stand for one matrix instruction of the device: they cost nothing of their own.
#include "sim/frontend/matrix_steps.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>

namespace warpscope::frontend {

namespace {

constexpr unsigned step_mark = 0x3a7; // a discriminator: nothing else here uses them

bool is_fragment_function(const llvm::DILocation& place) {
  if (!place.getFilename().ends_with("mma.h")) return false;
  const llvm::DISubprogram* const function = place.getScope()->getSubprogram();
  if (function == nullptr) return false;
  const llvm::StringRef name = function->getName();
  return name.starts_with("mma_sync") || name.starts_with("load_matrix_sync") ||
         name.starts_with("store_matrix_sync");
}

} // namespace

llvm::DebugLoc as_matrix_step(const llvm::DebugLoc& place) {
  const llvm::DILocation* const at = place.get();
  if (at == nullptr) return place;
  auto* const scope = llvm::DILexicalBlockFile::get(at->getContext(), at->getScope(), at->getFile(),
                                                    step_mark);
  return llvm::DILocation::get(at->getContext(), at->getLine(), at->getColumn(), scope, at->getInlinedAt());
}

bool is_matrix_step(const llvm::Instruction& instruction) {
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt())
    if (at->getDiscriminator() == step_mark || at->getFilename().ends_with("__warpscope/matrix.h") ||
        is_fragment_function(*at))
      return true;
  return false;
}

std::uint32_t cycles_of_product(unsigned m, unsigned n, unsigned k, unsigned bits) {
  const std::uint64_t factors = std::uint64_t{m} * n * k;
  if (bits == 64) return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, factors / 256) * 16);
  const std::uint64_t whole = std::uint64_t{16} * 8 * 256 / std::max(bits, 1u); // of HMMA.16816 or IMMA.16832
  return factors < whole ? 4 : static_cast<std::uint32_t>(factors / whole * 6);
}

} // namespace warpscope::frontend
