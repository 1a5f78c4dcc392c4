// The handful of inline PTX that has the same meaning as a primitive: `mov.u32 %0, %laneid;` and its kin.
// What is not in the handful stays in the module, where the lowering refuses it at its line.
#pragma once

namespace llvm {
class Module;
}

namespace warpscope {

void replace_inline_ptx(llvm::Module& module);

} // namespace warpscope
