// What is done to a function's IR before it is lowered, so that the lowering meets few forms.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace warpscope::lower::lowering {

/// Afterwards: no unreachable blocks, no switches, at most one return, no critical edge into a block with
/// phis, no memory intrinsics of constant size, no dead arithmetic. Loads and stores of the text stay as they
/// are: none is merged, split, moved or dropped; only loads of constants that the compiler itself made
/// (initialisers of local arrays) are folded.
void prepare(llvm::Function& function);

} // namespace warpscope::lower::lowering
