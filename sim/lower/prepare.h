// Simplifies a function's IR before lowering, so that the lowering has few forms to handle.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace warpscope::lower::lowering {

/// Postcondition: no unreachable blocks, no switches, at most one return, no critical edge into a block with
/// phis, no memory intrinsics of constant size, no dead arithmetic. Loads and stores of the text stay as they
/// are: none is merged, split, moved or dropped; only loads of constants that the compiler itself made
/// (initialisers of local arrays) are folded.
void prepare(llvm::Function& function);

} // namespace warpscope::lower::lowering
