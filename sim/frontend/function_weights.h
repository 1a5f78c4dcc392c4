// How much code NVIDIA's compiler inlines for a mathematical function, told to LLVM's optimiser.
#pragma once

namespace llvm {
class Module;
}

namespace warpscope::frontend {

/// A call of a primitive such as powf is one instruction to LLVM, so that it unrolls a loop around it.
/// NVIDIA's compiler inlines a hundred instructions there first, and leaves the loop. Puts so many calls of a
/// function that does nothing behind each mathematical function; remove_weights() takes them out again.
void add_weights(llvm::Module& module);
void remove_weights(llvm::Module& module);

} // namespace warpscope::frontend
