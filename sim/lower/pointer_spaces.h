// Infers which memory space each pointer of a function points to, as far as that is known at lowering time.
#pragma once

#include "sim/base/access.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>

namespace warpscope::lower::lowering {

/// Maps an LLVM address space number to a Space; None for the generic one and for unknown ones.
[[nodiscard]] Space space_of_number(unsigned address_space);
/// The space of a global variable (strings and the like, which are in the generic address space: Global).
[[nodiscard]] Space space_of_global(const llvm::GlobalVariable& global);

/// A forward data-flow analysis. None: known only at run time (a generic pointer). A kernel's pointer
/// parameters, and pointers read from its by-value structs, are Global: the host has no others to pass.
/// Pointers loaded from memory are generic. Null fits every space (offset 0 of each window is null).
class PointerSpaces {
 public:
  PointerSpaces(const llvm::Function& function, bool is_kernel);
  [[nodiscard]] Space of(const llvm::Value* pointer) const;

 private:
  llvm::DenseMap<const llvm::Value*, int> state_;
};

} // namespace warpscope::lower::lowering
