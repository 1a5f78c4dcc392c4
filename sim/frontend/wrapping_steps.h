// Loops that NVIDIA's compiler does not unroll, since their counter may wrap.
#pragma once

#include "llvm/IR/Module.h"

namespace warpscope::frontend {

/// Marks the loops of a module before it is optimised whose counter steps by an unsigned number
/// that is no constant (`i += blockDim.x`): NVVM cannot say how often such a loop turns and leaves it as it
/// is, whatever its bound; where the step is an int it divides and unrolls by four (NVRTC 13.0, sm_90: one
/// load for `i < 4096` and `i < n`, five for the same with `int step = blockDim.x * gridDim.x`). This LLVM
/// knows that blockDim.x is 1,024 at most and would unroll where the bound is a constant.
void mark_wrapping_steps(llvm::Module& module);

} // namespace warpscope::frontend
